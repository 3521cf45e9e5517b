import { DAY_SEC } from '../../../lib/clock.ts'
import { allOf, identifier, joinSql, literal, type Sql, sql } from '../../../lib/sql.ts'
import type { SqlParams } from '../../../store/engine.ts'
import type { Snapshot } from '../../../store/snapshot.ts'
import { type Reading, TOTAL } from '../rules/guard.ts'
import type { GuardSettings } from '../rules/settings.ts'
import { HOLD_STATES, type Hold, type HoldState, qualityHolds } from './facts.ts'

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
  /** Columns of the key that name the series, and their values. */
  series?: Readonly<Record<string, string>> | undefined
  /** Only readings of this timestamp or later. */
  sinceSec?: number | undefined
}

export interface HoldPage {
  limit?: number | undefined
  /** Only readings that come after this one in the list. */
  after?: HoldPosition | undefined
}

/** Where a reading stands in the list. */
export type HoldPosition = readonly [atSec: number, run: number, fact: string, series: string]

const MAX_HOLDS = 100_000
const AFTER = sql`(atSec, run) < ({afterSec:UInt32}, {afterRun:UInt32}) OR ((atSec, run) = ({afterSec:UInt32}, {afterRun:UInt32}) AND (fact, series) > ({afterFact:String}, {afterSeries:String}))`

/** Holds and flags as they stand, the newest timestamp first. */
export async function listStoredHolds(
  snapshot: Snapshot,
  { limit = MAX_HOLDS, after, ...filter }: HoldFilter & HoldPage,
): Promise<StoredHold[]> {
  const { where, params } = conditionsOf(filter)
  const [afterSec, afterRun, afterFact, afterSeries] = after ?? []
  const rows = await snapshot.query<Omit<StoredHold, 'figures'> & { figures: string }>(
    sql`SELECT fact, series, atSec, id, state, guard, reason, release, value, servedValue, figures, decidedBy, decisionReason, ifNull(heldRun, run) AS heldRun, run
     FROM ${snapshot.current(qualityHolds)} WHERE ${where} AND (${after === undefined ? sql`1` : AFTER}) ORDER BY atSec DESC, run DESC, fact, series LIMIT {limit:UInt32}`,
    { ...params, afterSec, afterRun, afterFact, afterSeries, limit },
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
  filter: HoldFilter,
): Promise<({ fact: string } & Record<HoldState, number>)[]> {
  const { where, params } = conditionsOf(filter)
  const counts = joinSql(
    HOLD_STATES.map((state) => sql`countIf(state = ${literal(state)}) AS ${identifier(state)}`),
  )
  return snapshot.query(
    sql`SELECT fact, ${counts} FROM ${snapshot.current(qualityHolds)} WHERE ${where} GROUP BY fact ORDER BY fact`,
    params,
  )
}

function conditionsOf({ series = {}, sinceSec, ...columns }: HoldFilter): {
  where: Sql
  params: SqlParams
} {
  const given = Object.entries(columns).filter(([, value]) => value !== undefined)
  const terms = given.map(([column]) => sql`${identifier(column)} = {${identifier(column)}:String}`)
  const params: SqlParams = Object.fromEntries(given)
  for (const [index, [name, value]] of Object.entries(series).entries()) {
    terms.push(sql`JSONExtractString(series, {name${index}:String}) = {value${index}:String}`)
    Object.assign(params, { [`name${index}`]: name, [`value${index}`]: value })
  }
  if (sinceSec !== undefined) terms.push(sql`atSec >= {sinceSec:UInt32}`)
  return { where: allOf(terms), params: { ...params, sinceSec } }
}

// A line this small beside the whole may differ: its noise says nothing about the reading.
const NEGLIGIBLE_SHARE = 0.01

/** A reading that is held by an earlier run and that a later one may confirm. */
export interface OpenHold {
  /** The same for all facts of one reading. */
  id: string
  fact: string
  series: string
  atSec: number
  /** The sums that were held: by the watched column, and in it line by line. */
  figures: Readonly<Record<string, Figures>>
}

/** Sums of a reading by the names of its lines. */
type Figures = Readonly<Record<string, number>>

/** Whether two readings agree: every line that counts differs by at most `withinPct`. */
export function figuresAgree(one: Figures, other: Figures, withinPct: number): boolean {
  const size = Math.max(Math.abs(one[TOTAL] ?? 0), Math.abs(other[TOTAL] ?? 0))
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].every((line) => {
    const [a, b] = [one[line] ?? 0, other[line] ?? 0]
    const larger = Math.max(Math.abs(a), Math.abs(b))
    if (line !== TOTAL && larger < size * NEGLIGIBLE_SHARE) return true
    return Math.abs(a - b) <= (larger * withinPct) / 100
  })
}

/** The held readings that a later reading of the same fact and series confirms. */
export function listConfirmed(
  reading: Reading,
  open: readonly OpenHold[],
  { withinPct, withinDays }: GuardSettings['agreement'],
): OpenHold[] {
  const figures = Object.fromEntries(reading.lines)
  return open.filter(
    (hold) =>
      hold.fact === reading.watch.fact.name &&
      hold.series === reading.series &&
      // The same timestamp is the same reading, and one from long ago agrees by chance.
      hold.atSec < reading.atSec &&
      hold.atSec >= reading.atSec - withinDays * DAY_SEC &&
      figuresAgree(hold.figures[reading.watch.value] ?? {}, figures, withinPct),
  )
}
