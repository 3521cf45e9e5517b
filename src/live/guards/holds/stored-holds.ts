import type { Snapshot } from '../../../store/snapshot.ts'
import type { Reading } from '../rules/guard.ts'
import type { OpenHold } from './agreement.ts'
import { HOLD_STATES, type HoldState, qualityHolds } from './facts.ts'
import type { Hold } from './hold.ts'

/** A hold of the store, as it stands. */
export interface StoredHold extends Omit<Hold, 'figures' | 'heldRun'> {
  figures: OpenHold['figures']
  heldRun: number
  /** The run that wrote the row: the one that held it, or the one that decided. */
  run: number
}

/** Which holds: all conditions together. */
export interface HoldFilter {
  fact?: string | undefined
  state?: string | undefined
  guard?: string | undefined
  id?: string | undefined
  limit?: number | undefined
}

const MAX_HOLDS = 100_000

/** Holds and flags as they stand, the newest moment first. */
export async function listStoredHolds(
  snapshot: Snapshot,
  filter: HoldFilter,
): Promise<StoredHold[]> {
  const { limit = MAX_HOLDS, ...conditions } = filter
  const given = Object.entries(conditions).filter(([, value]) => value !== undefined)
  const where = given.map(([column]) => `${column} = {${column}:String}`).join(' AND ') || '1'
  const rows = await snapshot.query<Omit<StoredHold, 'figures'> & { figures: string }>(
    `SELECT fact, series, atSec, id, state, guard, reason, release, value, servedValue, figures, decidedBy, decisionReason, ifNull(heldRun, run) AS heldRun, run
     FROM ${snapshot.current(qualityHolds)} WHERE ${where} ORDER BY atSec DESC, run DESC, fact, series LIMIT {limit:UInt32}`,
    { ...Object.fromEntries(given), limit },
  )
  return rows.map((row) => ({ ...row, figures: JSON.parse(row.figures) as OpenHold['figures'] }))
}

/** The open holds of the series that the readings touch; few readings are ever held at once. */
export async function listOpenHolds(
  snapshot: Snapshot,
  readings: readonly Reading[],
): Promise<StoredHold[]> {
  if (readings.length === 0) return []
  const open = await listStoredHolds(snapshot, { state: 'held' })
  const touched = new Set(
    readings.map(({ watch, series }) => JSON.stringify([watch.fact.name, series])),
  )
  return open.filter(({ fact, series }) => touched.has(JSON.stringify([fact, series])))
}

/** The row that closes a hold. */
export function decided(
  { run: _, figures, ...hold }: StoredHold,
  state: HoldState,
  { by, reason = null }: { by: string; reason?: string | null },
): Hold {
  const decision = { state, decidedBy: by, decisionReason: reason }
  return { ...hold, figures: JSON.stringify(figures), ...decision }
}

/** How many readings of each fact are in each state. */
export function countHolds(
  snapshot: Snapshot,
  fact?: string,
): Promise<Record<string, string | number>[]> {
  const where = fact === undefined ? '1' : 'fact = {fact:String}'
  const counts = HOLD_STATES.map((state) => `countIf(state = '${state}') AS ${state}`).join(', ')
  return snapshot.query(
    `SELECT fact, ${counts} FROM ${snapshot.current(qualityHolds, where)} GROUP BY fact ORDER BY fact`,
    fact === undefined ? {} : { fact },
  )
}
