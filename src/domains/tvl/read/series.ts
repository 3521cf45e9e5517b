import { DAY_SEC } from '../../../lib/clock.ts'
import { current, type Snapshot } from '../../../store/store.ts'
import type { SeriesRecord } from '../derive/daily-records.ts'
import type { RecordRow } from '../derive/record-values.ts'
import { tvlRecords, tvlTokens } from '../facts.ts'

export interface DateRange {
  startSec: number
  endSec: number
}

interface Row {
  protocol: string
  chain: string
  section: string
  daySec: number
}

// The first record of a UTC day is that day's; all its rows share one time.
const FIRST_OF_DAY = (fact: typeof tvlRecords | typeof tvlTokens) =>
  `SELECT protocol, min(atSec) FROM ${current(fact, IN_RANGE)} GROUP BY protocol, intDiv(atSec, ${DAY_SEC})`
const IN_RANGE = 'protocol IN {ids:Array(String)} AND atSec BETWEEN {startSec:UInt32} AND {endSec:UInt32}'

/** Daily records of each protocol, in order of time. */
export async function readDailyRecords(snapshot: Snapshot, ids: readonly string[], range: DateRange): Promise<Map<string, SeriesRecord[]>> {
  const rows = await snapshot.query<Row & { tvlUsd: number }>(
    `SELECT protocol, chain, section, intDiv(atSec, ${DAY_SEC}) * ${DAY_SEC} AS daySec, tvlUsd
     FROM ${current(tvlRecords, `${IN_RANGE} AND (protocol, atSec) IN (${FIRST_OF_DAY(tvlRecords)})`)} ORDER BY protocol, daySec, chain, section`,
    { ids, ...range },
  )
  const byProtocol = new Map<string, SeriesRecord[]>()
  for (const row of rows) {
    const series = byProtocol.get(row.protocol) ?? []
    byProtocol.set(row.protocol, series)
    const last = series.at(-1)
    const value: RecordRow = { chain: row.chain, section: row.section, usd: row.tvlUsd }
    if (last?.dateSec === row.daySec) (last.rows as RecordRow[]).push(value)
    else series.push({ dateSec: row.daySec, rows: [value] })
  }
  return byProtocol
}

export interface TokenRow extends Row {
  token: string
  symbol: string
  amount: number
  valueUsd: number
}

/** Tokens of the daily records, in order of time. */
export function readDailyTokens(snapshot: Snapshot, ids: readonly string[], range: DateRange): Promise<TokenRow[]> {
  return snapshot.query<TokenRow>(
    `SELECT protocol, chain, section, token, symbol, intDiv(atSec, ${DAY_SEC}) * ${DAY_SEC} AS daySec, amount, valueUsd
     FROM ${current(tvlTokens, `${IN_RANGE} AND (protocol, atSec) IN (${FIRST_OF_DAY(tvlTokens)})`)} ORDER BY daySec, chain, section, token`,
    { ids, ...range },
  )
}

/** Tokens of each protocol's newest token record at or before a moment; `daySec` holds that record's time. */
export function readNewestTokens(snapshot: Snapshot, ids: readonly string[], atOrBeforeSec: number): Promise<TokenRow[]> {
  const newest = `SELECT protocol, max(atSec) FROM ${current(tvlTokens, 'protocol IN {ids:Array(String)} AND atSec <= {untilSec:UInt32}')} GROUP BY protocol`
  return snapshot.query<TokenRow>(
    `SELECT protocol, chain, section, token, symbol, atSec AS daySec, amount, valueUsd
     FROM ${current(tvlTokens, `protocol IN {ids:Array(String)} AND (protocol, atSec) IN (${newest})`)} ORDER BY protocol, chain, section, token`,
    { ids, untilSec: atOrBeforeSec },
  )
}
