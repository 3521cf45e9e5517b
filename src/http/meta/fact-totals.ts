import { keyedState, type State } from '../../cache/state.ts'
import type { States } from '../../cache/states.ts'
import type { Fact } from '../../store/fact.ts'
import type { Snapshot } from '../../store/snapshot.ts'
import type { Store } from '../../store/store.ts'

/** What one run brought of a fact, or all runs up to one. */
export interface FactTotal {
  readonly rows: number
  /** The newest moment of a row that is not held; `null` without one, or of a fact without a time. */
  readonly newestSec: number | null
}

/** How many rows each fact has and how new they are, in memory by run. */
export class FactTotals {
  readonly #store: Store
  readonly #states: States
  readonly #byFact: ReadonlyMap<string, State<ReadonlyMap<number, FactTotal>>>

  constructor(store: Store, states: States) {
    this.#store = store
    this.#states = states
    this.#byFact = new Map([...store.facts.values()].map((fact) => [fact.name, runTotals(fact)]))
  }

  /** The totals of a fact when `run` was the newest. */
  async at(fact: Fact, run: number): Promise<FactTotal> {
    const state = this.#byFact.get(fact.name)
    if (state === undefined || this.#store.journal.versionAt([fact.name], run) === 0)
      return { rows: 0, newestSec: null }
    // Rows of a run never change, so that the present knows every moment of the past.
    const byRun = await this.#states.get(state, this.#store.snapshot())
    const totals = [...byRun].flatMap(([one, total]) => (one <= run ? [total] : []))
    return totals.reduce(add, { rows: 0, newestSec: null })
  }

  /** Reads the totals of all facts, one after the other, until told to stop. */
  async load(isStopped: () => boolean): Promise<void> {
    for (const fact of this.#store.facts.values())
      if (!isStopped()) await this.at(fact, this.#store.journal.latest)
  }
}

/** The totals of each run that brought rows of a fact. */
export function runTotals(fact: Fact): State<ReadonlyMap<number, FactTotal>> {
  return keyedState<number, FactTotal>({
    name: `meta.runTotals.${fact.name}`,
    reads: [fact],
    key: 'run',
    load: async (snapshot, keys) => {
      const newest = new Map(
        (await readNewest(snapshot, fact, keys)).map(({ run, atSec }) => [run, atSec]),
      )
      const { where, params } = amongRuns(keys)
      const rows = await snapshot.query<{ run: number; rows: number }>(
        `SELECT run, count() AS rows ${snapshot.allVersions(fact, where)} GROUP BY run`,
        params,
      )
      return rows.map(({ run, rows }) => [run, { rows, newestSec: newest.get(run) ?? null }])
    },
  })
}

async function readNewest(
  snapshot: Snapshot,
  fact: Fact,
  keys: readonly number[] | 'all',
): Promise<{ run: number; atSec: number }[]> {
  if (fact.time === undefined) return []
  const { where, params } = amongRuns(keys)
  return snapshot.query(
    `SELECT run, max(${fact.time}) AS atSec ${snapshot.versions(fact, where)} GROUP BY run`,
    params,
  )
}

function amongRuns(keys: readonly number[] | 'all') {
  if (keys === 'all') return { where: '1', params: {} }
  return { where: 'run IN {runs:Array(UInt32)}', params: { runs: keys } }
}

function add(a: FactTotal, b: FactTotal): FactTotal {
  const [first, second] = [a.newestSec, b.newestSec]
  const newestSec = first === null || second === null ? (first ?? second) : Math.max(first, second)
  return { rows: a.rows + b.rows, newestSec }
}
