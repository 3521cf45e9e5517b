import type { Clock } from '../../../lib/clock.ts'
import { UsageError } from '../../../lib/errors.ts'
import { identifiers, sql } from '../../../lib/sql.ts'
import { commitRows, type RunResult } from '../../../runs/run.ts'
import { type Fact, identityColumns, sourceColumns } from '../../../store/fact.ts'
import type { Journal } from '../../../store/journal.ts'
import type { Snapshot } from '../../../store/snapshot.ts'
import type { Store } from '../../../store/store.ts'
import { type FactRows, rowKey } from '../../model/fact-rows.ts'
import type { GuardSettings } from '../rules/settings.ts'
import { type HoldState, qualityHolds } from './facts.ts'
import { decided, figuresAgree, listStoredHolds, type StoredHold } from './stored-holds.ts'
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

/** Closes holds permanently: what is served in their place stays. */
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
  const note = `${state} by ${by}${reason === null ? '' : `: ${reason}`}`
  const run = await commitRows(store, { source: DECISION_SOURCE, clock, note }, async () => {
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
    const decisions = holds.map((hold) => ({ ...decided(hold, state, { by, reason }) }))
    rows.push({ fact: qualityHolds, rows: decisions })
    const accepted = rows.flatMap((one) => one.rows).length
    return { rows, counts: { accepted, rejected: 0, held: 0 } }
  })
  return { run, holds }
}

/** Rows of one key that say different things cannot be released: either might be served. */
function refuseConflicts(fact: Fact, rows: FactRows['rows'], id: string): void {
  if (new Set(rows.map(rowKey(fact))).size < rows.length)
    throw new UsageError(
      `The rows held under ${id} contradict each other. Import the right one, and reject the hold.`,
    )
}

/** Which holds are meant: all conditions together. */
export interface HoldChoice {
  ids?: readonly string[] | undefined
  guard?: string | undefined
  /** Source of the run that held it, by its whole name or without `reader:` and the like. */
  source?: string | undefined
  protocol?: string | undefined
  /** Runs that held it, the last one included. */
  runs?: { first: number; last: number } | undefined
}

export async function chooseHolds(
  holds: readonly StoredHold[],
  choice: HoldChoice,
  journal: Pick<Journal, 'findAll'>,
): Promise<StoredHold[]> {
  const { ids, guard, source, protocol, runs } = choice
  const held = await journal.findAll(source === undefined ? [] : holds.map((hold) => hold.heldRun))
  return holds.filter((hold) => {
    const series = JSON.parse(hold.series) as Record<string, string>
    return (
      (ids === undefined || ids.includes(hold.id)) &&
      (guard === undefined || hold.guard === guard) &&
      (protocol === undefined || series.protocol === protocol) &&
      (runs === undefined || (hold.heldRun >= runs.first && hold.heldRun <= runs.last)) &&
      (source === undefined || isNamed(held.get(hold.heldRun)?.source, source))
    )
  })
}

/** The same, where at least one must be found. */
async function requireHolds(
  holds: readonly StoredHold[],
  choice: HoldChoice,
  journal: Pick<Journal, 'findAll'>,
): Promise<StoredHold[]> {
  const chosen = await chooseHolds(holds, choice, journal)
  const missing = choice.ids?.find((id) => !chosen.some((hold) => hold.id === id))
  if (chosen.length > 0 && missing === undefined) return chosen
  throw new UsageError(
    `Nothing is held ${describeChoice(missing === undefined ? choice : { ids: [missing] })}. \`almanac quality list\` shows what is.`,
  )
}

function describeChoice({ ids = [], guard, source, protocol, runs }: HoldChoice): string {
  const parts = [
    ids.length > 0 && `under the id "${ids.join('", "')}"`,
    guard !== undefined && `by the guard "${guard}"`,
    source !== undefined && `of the source "${source}"`,
    protocol !== undefined && `of the protocol "${protocol}"`,
    runs !== undefined &&
      (runs.first === runs.last ? `by run ${runs.first}` : `by runs ${runs.first} to ${runs.last}`),
  ]
  return parts.filter((part) => part !== false).join(' and ')
}

function isNamed(source: string | undefined, name: string): boolean {
  return source === name || source?.slice(source.indexOf(':') + 1) === name
}

export interface Undoing {
  /** The decision that is taken back: a run of `quality`, also one that took another back. */
  run: number
  by: string
  reason: string | null
  isPreview: boolean
}

interface Undone {
  /** Null for a preview. */
  run: RunResult | null
  /** Rows that are as they were before the decision, by fact. */
  rows: { fact: string; count: number }[]
  /** Rows that a later run has replaced, and that are left alone. */
  later: number
}

/** Serves again what a decision replaced, in a run of its own (live.md#decisions-by-people). */
export async function undoDecision(store: Store, clock: Clock, undoing: Undoing): Promise<Undone> {
  const { run, by, reason, isPreview } = undoing
  const decision = await store.journal.find(run)
  if (decision?.state !== 'committed' || decision.source !== DECISION_SOURCE)
    throw new UsageError(
      `Run ${run} is not a decision. \`almanac quality list --state released\` or \`rejected\` shows the runs of decisions.`,
    )
  const [now, before] = [store.snapshot(), store.snapshotOf(run - 1)]
  const made: FactRows[] = []
  let later = 0
  for (const name of decision.facts) {
    const fact = store.facts.get(name)
    if (fact === undefined) continue
    const restored = await listRestored({ now, before }, fact, run)
    later += restored.later
    made.push({ fact, rows: restored.rows })
  }
  const rows = made
    .filter((one) => one.rows.length > 0)
    .map((one) => ({ fact: one.fact.name, count: one.rows.length }))
  if (rows.length === 0)
    throw new UsageError(`Nothing of run ${run} is left to undo: later runs have replaced it.`)
  if (isPreview) return { run: null, rows, later }
  const why = reason === null ? '' : `: ${reason}`
  const note = `run ${run} undone by ${by}${why}`
  const accepted = rows.reduce((sum, { count }) => sum + count, 0)
  const result = await commitRows(store, { source: DECISION_SOURCE, clock, note }, async () => ({
    rows: made,
    counts: { accepted, rejected: 0, held: 0 },
  }))
  return { run: result, rows, later }
}

type StoredRow = Record<string, unknown> & { run: number }

/** The versions before the decision, of rows whose version is still the decision's. */
async function listRestored(
  { now, before }: { now: Snapshot; before: Snapshot },
  fact: Fact,
  run: number,
): Promise<{ rows: Record<string, unknown>[]; later: number }> {
  const identity = identityColumns(fact)
  const columns = identifiers([...sourceColumns(fact), 'quality', 'run'])
  const keys = sql`(${identifiers(identity)}) GLOBAL IN (SELECT ${identifiers(identity)} ${now.versionsOfAllRuns(fact, sql`run = {decision:UInt32}`)})`
  const read = (snapshot: Snapshot) =>
    snapshot.query<StoredRow>(sql`SELECT ${columns} FROM ${snapshot.current(fact, keys)}`, {
      decision: run,
    })
  const [served, earlier] = await Promise.all([read(now), read(before)])
  const nameOf = rowKey(fact)
  const earlierOf = new Map(earlier.map((row) => [nameOf(row), row]))
  const own = served.filter((row) => row.run === run)
  const rows = own.map((row) => {
    const version = earlierOf.get(nameOf(row))
    if (version === undefined)
      throw new UsageError(
        `Before run ${run} nothing was served of ${fact.name} at ${nameOf(row)}, and what was published cannot be taken back to nothing. Import the right figure instead.`,
      )
    return restore(fact, version)
  })
  return { rows, later: served.length - own.length }
}

/** The row that a hold has since an earlier run names that run. */
function restore(fact: Fact, { run, ...row }: StoredRow): Record<string, unknown> {
  return fact.name === qualityHolds.name ? { ...row, heldRun: row.heldRun ?? run } : row
}
