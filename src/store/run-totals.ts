import type { Fact } from './fact.ts'
import type { Run } from './journal.ts'

/** How many rows a fact has, and how new they are. */
export interface FactTotal {
  readonly rows: number
  /** The newest moment of a row that is not held; `null` without one, or of a fact without a time. */
  readonly newestSec: number | null
}

interface RunTotal extends FactTotal {
  readonly run: number
}

/** The totals of each fact after each committed run, added up in the order of the runs. */
export class RunTotals {
  readonly #byFact = new Map<string, RunTotal[]>()

  add({ id, facts, rows, newestSec }: Run): void {
    for (const fact of facts) {
      const totals = this.#byFact.get(fact) ?? []
      const before = totals.at(-1)
      totals.push({
        run: id,
        rows: (before?.rows ?? 0) + (rows[fact] ?? 0),
        newestSec: newer(before?.newestSec ?? null, newestSec[fact] ?? null),
      })
      this.#byFact.set(fact, totals)
    }
  }

  /** After some runs were undone: what the others of its facts add up to. */
  restart({ id, facts }: Run, served: readonly Run[]): void {
    for (const fact of facts) {
      const totals = this.#byFact.get(fact) ?? []
      const left = served.filter((run) => run.facts.includes(fact))
      totals.push({
        run: id,
        rows: left.reduce((sum, { rows }) => sum + (rows[fact] ?? 0), 0),
        newestSec: left.reduce<number | null>(
          (newest, { newestSec }) => newer(newest, newestSec[fact] ?? null),
          null,
        ),
      })
      this.#byFact.set(fact, totals)
    }
  }

  /** The totals of a fact when `run` was the newest. */
  at(fact: string, run: number): FactTotal {
    const { rows, newestSec } = this.#find(fact, run) ?? { rows: 0, newestSec: null }
    return { rows, newestSec }
  }

  /** The newest run that had touched a fact by then; 0 without one. */
  runAt(fact: string, run: number): number {
    return this.#find(fact, run)?.run ?? 0
  }

  /** The last newest moments that a fact had by then, the latest first. */
  newestOf(fact: string, run: number, limit: number): number[] {
    const newest: number[] = []
    for (const total of (this.#byFact.get(fact) ?? []).toReversed()) {
      if (newest.length === limit) break
      if (total.run > run || total.newestSec === null) continue
      if (newest.at(-1) !== total.newestSec) newest.push(total.newestSec)
    }
    return newest
  }

  #find(fact: string, run: number): RunTotal | undefined {
    const totals = this.#byFact.get(fact) ?? []
    let low = 0
    let high = totals.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((totals[middle]?.run ?? Number.POSITIVE_INFINITY) <= run) low = middle + 1
      else high = middle
    }
    return totals[low - 1]
  }
}

/** The newest time of rows that are not held, as SQL over a table of the fact. */
export function newestSecSql(fact: Fact): string {
  return fact.time === undefined ? 'NULL' : `maxOrNullIf(${fact.time}, quality != 'held')`
}

function newer(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : Math.max(a, b)
}
