import type { StateDefinition, States } from '../../../cache/states.ts'
import type { RequestContext } from '../../../http/route.ts'
import { DAY_SEC, HOUR_SEC } from '../../../lib/clock.ts'
import type { Snapshot } from '../../../store/snapshot.ts'
import { prices, priceTableState } from '../../coins/public.ts'
import { fundsState } from './funds.ts'

/**
 * Prices of a coin at the close of each day from `firstDay` on, NaN on days without one, and how
 * good a record of its day each is.
 */
export interface Closes {
  readonly firstDay: number
  readonly prices: Float64Array
  readonly preferences: Float64Array
}

/** Prices of an asset by trading day; none for one that has none, or that nobody named. */
export type ClosesOf = (asset: string | null) => Closes

// Semantics 9.1: the hour at which trading in New York closes in winter, when funds value what they
// hold.
const CLOSE_SEC = 21 * HOUR_SEC
const HALF_DAY_SEC = DAY_SEC / 2
// A record counts for the day whose close is nearest to it, so each belongs to one trading day.
const DAY_OF_RECORD = `intDiv(atSec - ${CLOSE_SEC - HALF_DAY_SEC}, ${DAY_SEC})`
const CLOSE_OF_DAY = `(toInt64(${DAY_OF_RECORD}) * ${DAY_SEC} + ${CLOSE_SEC})`
// The nearest record, then the earlier one, then the newest version of it, as one number: the
// engine compares those several times quicker than tuples, and a double holds it exactly.
const PREFERENCE = `bitShiftLeft(toUInt64(abs(toInt64(atSec) - ${CLOSE_OF_DAY})), 33) + bitShiftLeft(toUInt64(toInt64(atSec) > ${CLOSE_OF_DAY}), 32) + (4294967295 - run)`

const NO_CLOSES: Closes = {
  firstDay: 0,
  prices: new Float64Array(0),
  preferences: new Float64Array(0),
}

/** SQL of the price of each coin at the close of each day, from rows of prices. */
export function closePricesSql(from: string): string {
  return `SELECT coin, ${DAY_OF_RECORD} AS day, argMin(priceUsd, ${PREFERENCE}) AS price ${from} GROUP BY coin, day`
}

/**
 * Price at the close of a day: the record nearest to it, at most twelve hours away; NaN without
 * one.
 */
export function closeOn({ firstDay, prices }: Closes, daySec: number): number {
  return prices[daySec / DAY_SEC - firstDay] ?? Number.NaN
}

interface AssetCloses {
  readonly coinOf: ReadonlyMap<string, string>
  readonly byCoin: ReadonlyMap<string, Closes>
}

/**
 * Closes of the assets of all funds; records of later runs take the place of those that are farther
 * from the close.
 */
const closesState: StateDefinition<AssetCloses> = {
  name: 'etfs.closes',
  reads: [...fundsState.reads, ...priceTableState.reads, prices],
  build: (snapshot, states) => bringUpToDate(new Map(), snapshot, 0, states),
  update: ({ byCoin }, snapshot, sinceRun, states) =>
    bringUpToDate(byCoin, snapshot, sinceRun, states),
}

export async function readCloses({
  snapshot,
  states,
}: Pick<RequestContext, 'snapshot' | 'states'>): Promise<ClosesOf> {
  const { coinOf, byCoin } = await states.get(closesState, snapshot)
  return (asset) => byCoin.get(coinOf.get(asset ?? '') ?? '') ?? NO_CLOSES
}

async function bringUpToDate(
  known: ReadonlyMap<string, Closes>,
  snapshot: Snapshot,
  sinceRun: number,
  states: States,
): Promise<AssetCloses> {
  const [funds, table] = await Promise.all([
    states.get(fundsState, snapshot),
    states.get(priceTableState, snapshot),
  ])
  const assets = [...new Set(funds.flatMap(({ asset }) => asset ?? []))]
  const coinOf = new Map(
    assets.map((asset) => [
      asset,
      table.find(`aggregator:${asset}`)?.redirect ?? `aggregator:${asset}`,
    ]),
  )
  const coins = [...new Set(coinOf.values())]
  const isKnown = (coin: string) => known.has(coin)
  const [later, whole] = await Promise.all([
    readRecords(snapshot, coins.filter(isKnown), sinceRun),
    readRecords(
      snapshot,
      coins.filter((coin) => !isKnown(coin)),
      0,
    ),
  ])
  const added = new Map([...later, ...whole])
  return {
    coinOf,
    byCoin: new Map(
      coins.map((coin) => [coin, withLater(known.get(coin) ?? NO_CLOSES, added.get(coin) ?? [])]),
    ),
  }
}

interface DayRecord {
  readonly day: number
  readonly priceUsd: number
  readonly preference: number
}

/** The best record of each day among those of the runs after `sinceRun`. */
async function readRecords(
  snapshot: Snapshot,
  coins: readonly string[],
  sinceRun: number,
): Promise<Map<string, DayRecord[]>> {
  const found = new Map<string, DayRecord[]>()
  if (coins.length === 0) return found
  const isAsked = 'coin IN {coins:Array(String)} AND run > {sinceRun:UInt32}'
  const rows = await snapshot.columns<{
    coin: string[]
    day: number[]
    price: number[]
    preference: number[]
  }>(
    `SELECT coin, ${DAY_OF_RECORD} AS day, argMin(priceUsd, ${PREFERENCE}) AS price, toFloat64(min(${PREFERENCE})) AS preference
     ${snapshot.versions(prices, isAsked)} GROUP BY coin, day`,
    { coins, sinceRun },
  )
  rows.coin.forEach((coin, index) => {
    const records = found.get(coin) ?? []
    found.set(coin, records)
    records.push({
      day: rows.day[index] ?? 0,
      priceUsd: rows.price[index] ?? 0,
      preference: rows.preference[index] ?? 0,
    })
  })
  return found
}

function withLater(known: Closes, later: readonly DayRecord[]): Closes {
  if (later.length === 0) return known
  const days = later.map(({ day }) => day)
  const isFirst = known.prices.length === 0
  const firstDay = Math.min(...days, isFirst ? Number.POSITIVE_INFINITY : known.firstDay)
  const length = Math.max(...days, known.firstDay + known.prices.length - 1) - firstDay + 1
  const prices = new Float64Array(length).fill(Number.NaN)
  const preferences = new Float64Array(length).fill(Number.POSITIVE_INFINITY)
  if (!isFirst) {
    prices.set(known.prices, known.firstDay - firstDay)
    preferences.set(known.preferences, known.firstDay - firstDay)
  }
  for (const { day, priceUsd, preference } of later) {
    const place = day - firstDay
    if (preference >= (preferences[place] ?? 0)) continue
    prices[place] = priceUsd
    preferences[place] = preference
  }
  return { firstDay, prices, preferences }
}
