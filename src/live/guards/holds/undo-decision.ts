import type { Clock } from '../../../lib/clock.ts'
import { UsageError } from '../../../lib/errors.ts'
import { identifiers, sql } from '../../../lib/sql.ts'
import { commitRows, type RunResult } from '../../../runs/run.ts'
import { type Fact, identityColumns, sourceColumns } from '../../../store/fact.ts'
import type { Snapshot } from '../../../store/snapshot.ts'
import type { Store } from '../../../store/store.ts'
import type { FactRows } from '../../model/fact-rows.ts'
import { DECISION_SOURCE } from './decide-holds.ts'
import { qualityHolds } from './facts.ts'

export interface Undoing {
  /** The decision that is taken back: a run of `quality`, also one that took another back. */
  run: number
  by: string
  reason: string | null
  isPreview: boolean
}

export interface Undone {
  /** Null for a preview. */
  run: RunResult | null
  /** Rows that are as they were before the decision, by fact. */
  rows: { fact: string; count: number }[]
  /** Rows that a later run has replaced, and that are left alone. */
  later: number
}

/** Serves again what was served before a decision, in a run of its own (decision 177). */
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

type Row = Record<string, unknown> & { run: number }

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
    snapshot.query<Row>(sql`SELECT ${columns} FROM ${snapshot.current(fact, keys)}`, {
      decision: run,
    })
  const [served, earlier] = await Promise.all([read(now), read(before)])
  const nameOf = (row: Row) => JSON.stringify(identity.map((column) => row[column]))
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
function restore(fact: Fact, { run, ...row }: Row): Record<string, unknown> {
  return fact.name === qualityHolds.name ? { ...row, heldRun: row.heldRun ?? run } : row
}
