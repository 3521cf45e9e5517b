import type { StateDefinition } from '../../../cache/states.ts'
import type { Snapshot } from '../../../store/snapshot.ts'
import { dailyFlows, type Flow, type Split } from '../derive/daily-flows.ts'
import { netAssetValue } from '../derive/net-asset-value.ts'
import { etfDays, etfSplits, etfs } from '../facts.ts'

/** A fund's trading day as it was reported; never changed once made. */
interface ReportedDay {
  readonly daySec: number
  readonly asOfSec: number | null
  readonly priceUsd: number | null
  readonly navUsd: number | null
  readonly volumeUsd: number | null
  readonly shares: number | null
  readonly aumUsd: number | null
  readonly underlying: number | null
  /** As the fund gave it; else the price of the asset that day is meant. */
  readonly underlyingPriceUsd: number | null
  readonly flowsUsd: number | null
}

/**
 * The same with what follows from it. Never changed once made: what was rendered from it stays
 * good.
 */
export interface FundDay {
  readonly reported: ReportedDay
  readonly navUsd: number | null
  readonly flow: Flow
}

/**
 * What is known of a fund besides its days; all but the ticker is `null` when nobody described it.
 */
export interface FundDescription {
  readonly ticker: string
  readonly issuer: string | null
  readonly name: string | null
  readonly type: string | null
  readonly custodian: string | null
  readonly feePct: number | null
  readonly url: string | null
  readonly asset: string | null
}

export interface Fund extends FundDescription {
  /** In order of time, at least one. */
  readonly days: readonly FundDay[]
}

// So many funds are read at a time, so that a long history does not keep other answers waiting; new
// rows of funds are few.
const FUNDS_AT_ONCE = 10
const UPDATED_FUNDS_AT_ONCE = 200

/**
 * All funds that have a day, by ticker, with the flow of each day worked out; later runs are added
 * row by row.
 */
export const fundsState: StateDefinition<readonly Fund[]> = {
  name: 'etfs.funds',
  reads: [etfs, etfDays, etfSplits],
  build: (snapshot) => bringUpToDate([], snapshot, 0),
  update: (funds, snapshot, sinceRun) => bringUpToDate(funds, snapshot, sinceRun),
}

async function bringUpToDate(
  previous: readonly Fund[],
  snapshot: Snapshot,
  sinceRun: number,
): Promise<readonly Fund[]> {
  const touched = await listTouched(snapshot, sinceRun)
  const [described, splits] = await Promise.all([
    readDescriptions(snapshot, touched),
    readSplits(snapshot, touched),
  ])
  const funds = new Map(previous.map((fund) => [fund.ticker, fund]))
  const atOnce = sinceRun === 0 ? FUNDS_AT_ONCE : UPDATED_FUNDS_AT_ONCE
  for (let index = 0; index < touched.length; index += atOnce) {
    const some = touched.slice(index, index + atOnce)
    const reported = await readDays(snapshot, some, sinceRun)
    for (const ticker of some) {
      const days = toDays(
        reported.get(ticker) ?? [],
        splits.get(ticker) ?? [],
        funds.get(ticker)?.days ?? [],
      )
      if (days.length > 0)
        funds.set(ticker, { ...(described.get(ticker) ?? undescribed(ticker)), days })
    }
  }
  return [...funds.values()].sort((a, b) => (a.ticker < b.ticker ? -1 : 1))
}

/** Tickers with a row of any fact that came after a run. */
async function listTouched(snapshot: Snapshot, sinceRun: number): Promise<string[]> {
  const tickers = [etfDays, etfs, etfSplits].map(
    (fact) => `SELECT toString(ticker) AS ticker ${snapshot.versions(fact, IS_NEW)}`,
  )
  const sql = `SELECT DISTINCT ticker FROM (${tickers.join(' UNION ALL ')}) ORDER BY ticker`
  const rows = await snapshot.query<{ ticker: string }>(sql, { sinceRun })
  return rows.map(({ ticker }) => ticker)
}

const IS_NEW = 'run > {sinceRun:UInt32}'
const IS_ASKED = 'ticker IN {tickers:Array(String)}'

async function readDescriptions(
  snapshot: Snapshot,
  tickers: readonly string[],
): Promise<Map<string, FundDescription>> {
  const rows = await snapshot.query<FundDescription>(
    `SELECT ticker, issuer, name, type, custodian, feePct, url, asset FROM ${snapshot.current(etfs, IS_ASKED)}`,
    { tickers },
  )
  return new Map(rows.map((row) => [row.ticker, row]))
}

async function readSplits(
  snapshot: Snapshot,
  tickers: readonly string[],
): Promise<Map<string, Split[]>> {
  const rows = await snapshot.query<Split & { ticker: string }>(
    `SELECT ticker, atSec AS daySec, ratio FROM ${snapshot.current(etfSplits, IS_ASKED)} ORDER BY ticker, atSec`,
    { tickers },
  )
  return Map.groupBy(rows, ({ ticker }) => ticker)
}

async function readDays(
  snapshot: Snapshot,
  tickers: readonly string[],
  sinceRun: number,
): Promise<Map<string, ReportedDay[]>> {
  const rows = await snapshot.query<ReportedDay & { ticker: string }>(
    `SELECT ticker, atSec AS daySec, asOfSec, priceUsd, navUsd, volumeUsd, shares, aumUsd, underlying, underlyingPriceUsd, flowsUsd
     FROM ${snapshot.current(etfDays, `${IS_ASKED} AND ${IS_NEW}`)} ORDER BY ticker, atSec`,
    { tickers, sinceRun },
  )
  return Map.groupBy(rows, ({ ticker }) => ticker)
}

/**
 * The days known before with the new ones in their places. One that is what it was stays the same
 * object.
 */
function toDays(
  added: readonly ReportedDay[],
  splits: readonly Split[],
  previous: readonly FundDay[],
): FundDay[] {
  const merged = mergeByDay(previous, added)
  const flows = dailyFlows(
    merged.map((day) => day.reported),
    splits,
  )
  return merged.map((day, index) => {
    const flow = flows[index] ?? { usd: null, source: null }
    return day.flow.usd === flow.usd && day.flow.source === flow.source ? day : { ...day, flow }
  })
}

/**
 * Both lists in order of time; where both have a day, the new one stands. Flows of new days are yet
 * to be worked out.
 */
function mergeByDay(previous: readonly FundDay[], added: readonly ReportedDay[]): FundDay[] {
  const merged: FundDay[] = []
  let next = 0
  for (const reported of added) {
    for (
      let day = previous[next];
      day !== undefined && day.reported.daySec < reported.daySec;
      day = previous[++next]
    )
      merged.push(day)
    if (previous[next]?.reported.daySec === reported.daySec) next++
    const navUsd = netAssetValue(reported.navUsd, reported.aumUsd, reported.shares)
    merged.push({ reported, navUsd, flow: { usd: null, source: null } })
  }
  return [...merged, ...previous.slice(next)]
}

function undescribed(ticker: string): FundDescription {
  return {
    ticker,
    issuer: null,
    name: null,
    type: null,
    custodian: null,
    feePct: null,
    url: null,
    asset: null,
  }
}
