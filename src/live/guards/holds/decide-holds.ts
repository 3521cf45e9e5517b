import type { Clock } from '../../../lib/clock.ts'
import { UsageError } from '../../../lib/errors.ts'
import { commitRows, type RunResult } from '../../../runs/run.ts'
import { type Fact, identityColumns } from '../../../store/fact.ts'
import type { Store } from '../../../store/store.ts'
import type { FactRows } from '../../model/fact-rows.ts'
import type { GuardSettings } from '../rules/settings.ts'
import { figuresAgree } from './agreement.ts'
import { type HoldState, qualityHolds } from './facts.ts'
import { decided, listStoredHolds, type StoredHold } from './stored-holds.ts'
import { listReleasedRows } from './stored-rows.ts'

/** What runs of decisions are called. */
export const DECISION_SOURCE = 'quality'

/** What a person decides about: one reading by its id, or everything that one guard holds. */
export interface Decision {
  id?: string | undefined
  guard?: string | undefined
  /** Who decides. */
  by: string
}

export interface Decided {
  run: RunResult
  holds: StoredHold[]
}

/** Publishes held readings, and with each the later ones of its series that agree with it. */
export async function releaseHolds(
  store: Store,
  clock: Clock,
  decision: Decision & { settings: GuardSettings },
): Promise<Decided> {
  const { withinPct } = decision.settings.agreement
  const open = await listStoredHolds(store.snapshot(), { state: 'held' })
  const chosen = choose(open, decision)
  const repeated = open.filter((later) => chosen.some((hold) => agrees(hold, later, withinPct)))
  return decide(store, clock, {
    holds: [...new Set([...chosen, ...repeated])],
    state: 'released',
    by: decision.by,
  })
}

/** Closes holds for good: what is served in their place stays. */
export async function rejectHolds(
  store: Store,
  clock: Clock,
  decision: Decision,
): Promise<Decided> {
  const open = await listStoredHolds(store.snapshot(), { state: 'held' })
  return decide(store, clock, { holds: choose(open, decision), state: 'rejected', by: decision.by })
}

function choose(open: readonly StoredHold[], { id, guard }: Decision): StoredHold[] {
  const chosen = open.filter(
    (hold) => (id === undefined || hold.id === id) && (guard === undefined || hold.guard === guard),
  )
  if (chosen.length > 0) return chosen
  const named = id === undefined ? `held by the guard "${guard}"` : `held under the id "${id}"`
  throw new UsageError(`Nothing is ${named}. \`almanac quality list\` shows what is.`)
}

function agrees(hold: StoredHold, later: StoredHold, withinPct: number): boolean {
  return (
    later.fact === hold.fact &&
    later.series === hold.series &&
    later.guard === hold.guard &&
    later.atSec > hold.atSec &&
    // What a fact's own rule holds has no figures to compare.
    Object.keys(hold.figures).length > 0 &&
    Object.entries(hold.figures).every(([column, figures]) =>
      figuresAgree(figures, later.figures[column] ?? {}, withinPct),
    )
  )
}

async function decide(
  store: Store,
  clock: Clock,
  decision: { holds: StoredHold[]; state: Extract<HoldState, 'released' | 'rejected'>; by: string },
): Promise<Decided> {
  const { holds, state, by } = decision
  const snapshot = store.snapshot()
  const run = await commitRows(
    store,
    { source: DECISION_SOURCE, clock, note: `${state} by ${by}` },
    async () => {
      const rows: FactRows[] = []
      for (const hold of state === 'released' ? holds : []) {
        const fact = store.facts.get(hold.fact)
        if (fact === undefined)
          throw new UsageError(
            `There is no fact "${hold.fact}" any more; reject the hold ${hold.id} instead.`,
          )
        const released = await listReleasedRows(snapshot, { ...hold, fact })
        refuseConflicts(fact, released, hold.id)
        rows.push({ fact, rows: released })
      }
      rows.push({
        fact: qualityHolds,
        rows: holds.map((hold) => ({ ...decided(hold, state, by) })),
      })
      return {
        rows,
        counts: { accepted: rows.flatMap((one) => one.rows).length, rejected: 0, held: 0 },
      }
    },
  )
  return { run, holds }
}

/** Rows of one key that say different things cannot be released: either might be served. */
function refuseConflicts(fact: Fact, rows: FactRows['rows'], id: string): void {
  const names = rows.map((row) =>
    JSON.stringify(identityColumns(fact).map((column) => row[column])),
  )
  if (new Set(names).size < names.length)
    throw new UsageError(
      `The rows held under ${id} contradict each other. Import the right one, and reject the hold.`,
    )
}
