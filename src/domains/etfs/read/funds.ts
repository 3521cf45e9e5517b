import { keyedState } from '../../../cache/state.ts'
import { at } from '../../../lib/at.ts'
import { type Sql, sql } from '../../../lib/sql.ts'
import type { SqlParams } from '../../../store/engine.ts'
import type { Snapshot } from '../../../store/snapshot.ts'
import { dailyFlows, type Flow, type Split } from '../derive/daily-flows.ts'
import { netAssetValue } from '../derive/net-asset-value.ts'
import { etfDays, etfSplits, etfs } from '../facts.ts'

/** A fund's trading day as it was reported. */
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

/** The same with what follows from it. */
export interface FundDay {
  readonly reported: ReportedDay
  readonly navUsd: number | null
  readonly flow: Flow
}

/**
 * What is known of a fund besides its days; all but the ticker is `null` when it was never described.
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

/** All funds that have a day, with the flow of each day worked out. */
export const fundsState = keyedState<string, Fund>({
  name: 'etfs.funds',
  reads: [etfs, etfDays, etfSplits],
  key: sql`toString(ticker)`,
  load: async (snapshot, keys) => {
    const source: Source = {
      snapshot,
      where: keys === 'all' ? sql`1` : IS_WANTED,
      params: { keys },
    }
    const [described, splits, reported] = await Promise.all([
      readDescriptions(source),
      readSplits(source),
      readDays(source),
    ])
    return [...reported].map(([ticker, days]): [string, Fund] => [
      ticker,
      {
        ...(described.get(ticker) ?? undescribed(ticker)),
        days: toDays(days, splits.get(ticker) ?? []),
      },
    ])
  },
})

const IS_WANTED = sql`ticker IN {keys:Array(String)}`

interface Source {
  snapshot: Snapshot
  where: Sql
  params: SqlParams
}

async function readDescriptions({ snapshot, where, params }: Source) {
  const rows = await snapshot.query<FundDescription>(
    sql`SELECT ticker, issuer, name, type, custodian, feePct, url, asset FROM ${snapshot.current(etfs, where)}`,
    params,
  )
  return new Map(rows.map((row) => [row.ticker, row]))
}

async function readSplits({ snapshot, where, params }: Source) {
  const rows = await snapshot.query<Split & { ticker: string }>(
    sql`SELECT ticker, atSec AS daySec, ratio FROM ${snapshot.current(etfSplits, where)} ORDER BY ticker, atSec`,
    params,
  )
  return Map.groupBy(rows, ({ ticker }) => ticker)
}

async function readDays({ snapshot, where, params }: Source) {
  const rows = await snapshot.query<ReportedDay & { ticker: string }>(
    sql`SELECT ticker, atSec AS daySec, asOfSec, priceUsd, navUsd, volumeUsd, shares, aumUsd, underlying, underlyingPriceUsd, flowsUsd
     FROM ${snapshot.current(etfDays, where)} ORDER BY ticker, atSec`,
    params,
  )
  return Map.groupBy(rows, ({ ticker }) => ticker)
}

function toDays(reported: readonly ReportedDay[], splits: readonly Split[]): FundDay[] {
  const flows = dailyFlows(reported, splits)
  return reported.map((day, index) => ({
    reported: day,
    navUsd: netAssetValue(day.navUsd, day.aumUsd, day.shares),
    flow: at(flows, index),
  }))
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
