import { DAY_SEC, dayStart, LATEST_UNIX_SEC } from '../../../lib/clock.ts'
import { type Sql, sql } from '../../../lib/sql.ts'
import type { Snapshot } from '../../../store/snapshot.ts'
import type { Protocol } from '../../registry/public.ts'
import { dailySeries, familySeries, type SeriesRecord } from '../derive/family-series.ts'
import type { RecordRow } from '../derive/record-values.ts'
import type { TokenRow } from '../derive/token-points.ts'
import { tvlRecords, tvlTokens } from '../facts.ts'

/** Bounds of the points of a series, both inclusive. */
export interface DateRange {
  startSec: number
  endSec: number
}

/** A protocol's newest record: its rows and their time. */
export interface NewestRecord<R> {
  newestSec: number
  rows: readonly R[]
}

const ALL_TIME: DateRange = { startSec: 0, endSec: LATEST_UNIX_SEC }

const IN_RANGE = sql`protocol IN {ids:Array(String)} AND atSec BETWEEN {startSec:UInt32} AND {endSec:UInt32}`

/** Points of a protocol or of its family (tvl.md#one-protocol) that are in the range. */
export async function readSeries<R extends RecordRow | TokenRow>(
  snapshot: Snapshot,
  read: (
    snapshot: Snapshot,
    ids: readonly string[],
    range: DateRange,
  ) => Promise<Map<string, SeriesRecord<R>[]>>,
  family: readonly Protocol[],
  newest: ReadonlyMap<string, NewestRecord<R>>,
  range: DateRange,
): Promise<SeriesRecord<R>[]> {
  const ids = family.map((member) => member.id)
  // A child's older record may be what fills the days asked for, so a family is read whole.
  const days = ids.length === 1 ? wholeDays(range) : ALL_TIME
  const daily = await read(snapshot, ids, days)
  const each = ids.map((id) => {
    const known = newest.get(id)
    return dailySeries(daily.get(id) ?? [], known && { dateSec: known.newestSec, rows: known.rows })
  })
  const series = each.length === 1 ? (each[0] ?? []) : familySeries(each)
  return series.filter(({ dateSec }) => dateSec >= range.startSec && dateSec <= range.endSec)
}

/** The days whose midnight is in the range, whatever the time of their record. */
function wholeDays({ startSec, endSec }: DateRange): DateRange {
  return {
    startSec: dayStart(startSec + DAY_SEC - 1),
    endSec: Math.min(dayStart(endSec) + DAY_SEC - 1, ALL_TIME.endSec),
  }
}

/** Daily records of each protocol, in order of time. */
export async function readDailyRecords(
  snapshot: Snapshot,
  ids: readonly string[],
  range: DateRange,
): Promise<Map<string, SeriesRecord[]>> {
  const rows = await snapshot.query<RecordRow & { protocol: string; atSec: number }>(
    sql`SELECT protocol, atSec, chain, section, tvlUsd AS usd FROM ${firstOfDays(snapshot, tvlRecords)} ORDER BY protocol, atSec, chain, section`,
    { ids, ...range },
  )
  return groupByDay(rows)
}

/** Tokens of the daily records of each protocol, in order of time. */
export async function readDailyTokens(
  snapshot: Snapshot,
  ids: readonly string[],
  range: DateRange,
): Promise<Map<string, SeriesRecord<TokenRow>[]>> {
  return groupByDay(await readFirstTokens(snapshot, ids, range))
}

export type TimedTokenRow = TokenRow & { protocol: string; atSec: number }

/** Rows of each day's first token record, in order of time. */
export function readFirstTokens(
  snapshot: Snapshot,
  ids: readonly string[],
  range: DateRange,
): Promise<TimedTokenRow[]> {
  return snapshot.query<TimedTokenRow>(
    sql`SELECT protocol, atSec, chain, section, token, symbol, amount, valueUsd FROM ${firstOfDays(snapshot, tvlTokens)}
     ORDER BY protocol, atSec, chain, section, token`,
    { ids, ...range },
  )
}

/** Rows of each protocol's newest token record at or before a timestamp. */
export function readTokensBefore(
  snapshot: Snapshot,
  ids: readonly string[],
  atOrBeforeSec: number,
): Promise<TimedTokenRow[]> {
  const newest = sql`SELECT protocol, max(atSec) ${snapshot.versions(tvlTokens, IN_RANGE)} GROUP BY protocol`
  return snapshot.query<TimedTokenRow>(
    sql`SELECT protocol, atSec, chain, section, token, symbol, amount, valueUsd
     FROM ${snapshot.current(tvlTokens, sql`${IN_RANGE} AND (protocol, atSec) IN (${newest})`)} ORDER BY protocol, chain, section, token`,
    { ids, startSec: 0, endSec: atOrBeforeSec },
  )
}

/** SQL of the first record of each UTC day, which is that day's; its rows share one time. */
function firstOfDays(snapshot: Snapshot, fact: typeof tvlRecords | typeof tvlTokens): Sql {
  const first = sql`SELECT protocol, min(atSec) ${snapshot.versions(fact, IN_RANGE)} GROUP BY protocol, intDiv(atSec, ${DAY_SEC})`
  return snapshot.current(fact, sql`${IN_RANGE} AND (protocol, atSec) IN (${first})`)
}

function groupByDay<R extends { protocol: string; atSec: number }>(
  rows: readonly R[],
): Map<string, SeriesRecord<R>[]> {
  const byProtocol = new Map<string, { dateSec: number; rows: R[] }[]>()
  for (const row of rows) {
    const series = byProtocol.getOrInsert(row.protocol, [])
    const last = series.at(-1)
    const dateSec = dayStart(row.atSec)
    if (last?.dateSec === dateSec) last.rows.push(row)
    else series.push({ dateSec, rows: [row] })
  }
  return byProtocol
}
