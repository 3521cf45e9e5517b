import type { Clock } from '../../../lib/clock.ts'
import { UsageError } from '../../../lib/errors.ts'
import { commitRows, type RunResult } from '../../../runs/run.ts'
import { type Fact, identityColumns } from '../../../store/fact.ts'
import type { Store } from '../../../store/store.ts'
import type { FactRows } from '../../model/fact-rows.ts'
import type { GuardSettings } from '../rules/settings.ts'
import { figuresAgree } from './agreement.ts'
import { type HoldChoice, requireHolds } from './choose-holds.ts'
import { type HoldState, qualityHolds } from './facts.ts'
import { decided, listStoredHolds, type StoredHold } from './stored-holds.ts'
import { listReleasedRows } from './stored-rows.ts'

/** What runs of decisions are called. */
export const DECISION_SOURCE = 'quality'

/** What a person decides about, and why. */
export interface Decision extends HoldChoice {
  /** Who decides. */
  by: string
  reason?: string | null
  /** Only says what would be decided. */
  isPreview?: boolean
}

export interface Decided {
  /** Null for a preview. */
  run: RunResult | null
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
  const chosen = await requireHolds(open, decision, store.journal)
  const repeated = open.filter((later) => chosen.some((hold) => agrees(hold, later, withinPct)))
  const holds = [...new Set([...chosen, ...repeated])]
  return decide(store, clock, { ...decision, holds, state: 'released' })
}

/** Closes holds for good: what is served in their place stays. */
export async function rejectHolds(
  store: Store,
  clock: Clock,
  decision: Decision,
): Promise<Decided> {
  const open = await listStoredHolds(store.snapshot(), { state: 'held' })
  const holds = await requireHolds(open, decision, store.journal)
  return decide(store, clock, { ...decision, holds, state: 'rejected' })
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
  decision: Decision & { holds: StoredHold[]; state: Extract<HoldState, 'released' | 'rejected'> },
): Promise<Decided> {
  const { holds, state, by, reason = null, isPreview = false } = decision
  if (isPreview) return { run: null, holds }
  const snapshot = store.snapshot()
  const run = await commitRows(
    store,
    {
      source: DECISION_SOURCE,
      clock,
      note: `${state} by ${by}${reason === null ? '' : `: ${reason}`}`,
    },
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
        rows: holds.map((hold) => ({ ...decided(hold, state, { by, reason }) })),
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
