import type { RequestContext } from '../../../http/route.ts'
import { DAY_SEC, HOUR_SEC, LATEST_UNIX_SEC } from '../../../lib/clock.ts'
import { visibleVersions } from '../../../store/store.ts'
import { prices, priceTableState } from '../../coins/public.ts'

/** Prices of an asset by trading day; empty for one that has none, or that nobody named. */
export type ClosePricesOf = (asset: string | null) => ReadonlyMap<number, number>

// Semantics 9.1: the hour at which trading in New York closes in winter, when funds value what they hold.
const CLOSE_SEC = 21 * HOUR_SEC
const HALF_DAY_SEC = DAY_SEC / 2
// A record counts for the day whose close is nearest to it, so each belongs to one trading day.
const DAY_OF_RECORD = `intDiv(atSec - ${CLOSE_SEC - HALF_DAY_SEC}, ${DAY_SEC})`
const CLOSE_OF_DAY = `(toInt64(${DAY_OF_RECORD}) * ${DAY_SEC} + ${CLOSE_SEC})`
// The nearest record, then the earlier one, then the newest version of it, as one number: the engine compares those several times quicker than tuples.
const PREFERENCE = `bitShiftLeft(toUInt64(abs(toInt64(atSec) - ${CLOSE_OF_DAY})), 33) + bitShiftLeft(toUInt64(toInt64(atSec) > ${CLOSE_OF_DAY}), 32) + (4294967295 - run)`

const NO_PRICES: ReadonlyMap<number, number> = new Map()

/** SQL of the price of each coin at the close of each day, from rows of prices. */
export function closePricesSql(from: string): string {
  return `SELECT coin, ${DAY_OF_RECORD} AS day, argMin(priceUsd, ${PREFERENCE}) AS price ${from} GROUP BY coin, day`
}

/** Prices of assets at the close of the days of a range: the record nearest to it, at most twelve hours away. */
export async function readClosePrices(
  { snapshot, states }: Pick<RequestContext, 'snapshot' | 'states'>,
  assets: ReadonlySet<string | null>,
  { fromSec, toSec }: { fromSec: number; toSec: number },
): Promise<ClosePricesOf> {
  const table = await states.get(priceTableState, snapshot)
  const coinOf = new Map<string | null, string>()
  for (const asset of assets) {
    const coin = `aggregator:${asset}`
    if (asset !== null) coinOf.set(asset, table.find(coin)?.redirect ?? coin)
  }
  if (coinOf.size === 0 || toSec < fromSec) return () => NO_PRICES
  const isAsked = 'coin IN {coins:Array(String)} AND atSec BETWEEN {fromSec:UInt32} AND {toSec:UInt32}'
  const rows = await snapshot.columns<{ coin: string[]; day: number[]; price: number[] }>(
    closePricesSql(visibleVersions(prices, isAsked)),
    {
      coins: [...new Set(coinOf.values())],
      fromSec: fromSec + CLOSE_SEC - HALF_DAY_SEC,
      toSec: Math.min(toSec + CLOSE_SEC + HALF_DAY_SEC, LATEST_UNIX_SEC),
    },
  )
  const found = new Map<string, Map<number, number>>()
  rows.coin.forEach((coin, index) => {
    const byDay = found.get(coin) ?? new Map<number, number>()
    found.set(coin, byDay)
    byDay.set((rows.day[index] ?? 0) * DAY_SEC, rows.price[index] ?? 0)
  })
  return (asset) => found.get(coinOf.get(asset) ?? '') ?? NO_PRICES
}
