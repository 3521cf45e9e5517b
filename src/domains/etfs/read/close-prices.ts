import { derivedState, keyedState } from '../../../cache/state.ts'
import { DAY_SEC, HOUR_SEC } from '../../../lib/clock.ts'
import { eachRow } from '../../../lib/each-row.ts'
import { type Sql, sql } from '../../../lib/sql.ts'
import { prices, priceTableState } from '../../coins/public.ts'
import { fundsState } from './funds.ts'

/** Prices of a coin at the close of each day from `firstDay` on, NaN on days without one. */
export interface Closes {
  readonly firstDay: number
  readonly prices: Float64Array
}

/** Prices of an asset by trading day; none where the asset or its prices are unknown. */
export type ClosesOf = (asset: string | null) => Closes

// etfs.md: when New York closes in winter, and funds value what they hold.
const CLOSE_SEC = 21 * HOUR_SEC
const HALF_DAY_SEC = DAY_SEC / 2
// A record counts for the day whose close is nearest to it, so each belongs to one trading day.
const DAY_OF_RECORD = sql`intDiv(atSec - ${CLOSE_SEC - HALF_DAY_SEC}, ${DAY_SEC})`
const CLOSE_OF_DAY = sql`(toInt64(${DAY_OF_RECORD}) * ${DAY_SEC} + ${CLOSE_SEC})`
// The nearest record, then the earlier one, as one number, which compares faster than a tuple.
const PREFERENCE = sql`bitShiftLeft(toUInt64(abs(toInt64(atSec) - ${CLOSE_OF_DAY})), 1) + toUInt64(toInt64(atSec) > ${CLOSE_OF_DAY})`

const NO_CLOSES: Closes = { firstDay: 0, prices: new Float64Array(0) }

/** SQL of the price of each coin at the close of each day, from rows of prices. */
export function closePricesSql(from: Sql): Sql {
  return sql`SELECT coin, ${DAY_OF_RECORD} AS day, argMin(priceUsd, ${PREFERENCE}) AS price ${from} GROUP BY coin, day`
}

/** The record nearest to the close of a day, at most twelve hours away; NaN without one. */
export function closeOn({ firstDay, prices }: Closes, daySec: number): number {
  return prices[daySec / DAY_SEC - firstDay] ?? Number.NaN
}

/** The coin that carries the price of each asset that a fund holds. */
const assetCoinsState = derivedState({
  name: 'etfs.assetCoins',
  from: [fundsState, priceTableState],
  make: (funds, table): ReadonlyMap<string, string> =>
    new Map(
      [...funds.values()].flatMap(({ asset }): [string, string][] => {
        const coin = `aggregator:${asset}`
        return asset === null ? [] : [[asset, table.find(coin)?.redirect ?? coin]]
      }),
    ),
})

const heldCoinsState = derivedState({
  name: 'etfs.heldCoins',
  from: [assetCoinsState],
  make: (coins): ReadonlySet<string> => new Set(coins.values()),
})

/** Closes of the coins that funds hold. */
const closesState = keyedState<string, Closes>({
  name: 'etfs.closes',
  reads: [prices],
  key: sql`coin`,
  among: heldCoinsState,
  load: async (snapshot, keys) => {
    const rows = await snapshot.columns<{ coin: string[]; day: number[]; price: number[] }>(
      sql`${closePricesSql(sql`FROM ${snapshot.current(prices, sql`coin IN {keys:Array(String)}`)}`)} ORDER BY coin, day`,
      { keys },
    )
    const byCoin = Map.groupBy(eachRow(rows), ({ coin }) => coin)
    return [...byCoin].map(([coin, days]): [string, Closes] => [coin, toCloses(days)])
  },
})

export const closesOfState = derivedState({
  name: 'etfs.closesOf',
  from: [assetCoinsState, closesState],
  make:
    (coins, closes): ClosesOf =>
    (asset) => {
      const coin = asset === null ? undefined : coins.get(asset)
      return (coin === undefined ? undefined : closes.get(coin)) ?? NO_CLOSES
    },
})

function toCloses(days: readonly { day: number; price: number }[]): Closes {
  const firstDay = Math.min(...days.map(({ day }) => day))
  const lastDay = Math.max(...days.map(({ day }) => day))
  const byDay = new Float64Array(lastDay - firstDay + 1).fill(Number.NaN)
  for (const { day, price } of days) byDay[day - firstDay] = price
  return { firstDay, prices: byDay }
}
