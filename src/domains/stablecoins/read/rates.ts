import { derivedState, keyedState } from '../../../cache/state.ts'
import { sql } from '../../../lib/sql.ts'
import { prices, priceTableState } from '../../coins/public.ts'
import type { DailySeries } from '../derive/daily-series.ts'
import { standingRates } from '../derive/usd-rate.ts'
import { fxRates } from '../facts.ts'
import { coinOf, stablecoinsState } from './coins.ts'
import { type BookSource, type DailyBook, loadBook } from './daily-book.ts'

const PRICES: BookSource = { fact: prices, key: ['coin'], values: ['priceUsd'] }
const RATES: BookSource = { fact: fxRates, key: ['currency'], values: ['usdPerUnit'] }

/**
 * Stablecoin → the coin that carries its price: a coin that takes another's price is followed one
 * step (semantics 3.1).
 */
const pricedCoinsState = derivedState({
  name: 'stablecoins.pricedCoins',
  from: [stablecoinsState, priceTableState],
  make: (stablecoins, table): ReadonlyMap<string, string> =>
    new Map(
      [...stablecoins.values()].flatMap((row): [string, string][] => {
        const coin = coinOf(row)
        return coin === undefined ? [] : [[row.id, table.find(coin)?.redirect ?? coin]]
      }),
    ),
})

const wantedCoinsState = derivedState({
  name: 'stablecoins.wantedCoins',
  from: [pricedCoinsState],
  make: (coins): ReadonlySet<string> => new Set(coins.values()),
})

const coinPricesState = keyedState<string, DailySeries>({
  name: 'stablecoins.coinPrices',
  reads: [prices],
  key: sql`coin`,
  among: wantedCoinsState,
  load: async (snapshot, keys) => singleSeries(await loadBook(snapshot, PRICES, keys)),
})

/** The last price of each day of every stablecoin that has any. */
export const dailyPricesState = derivedState({
  name: 'stablecoins.dailyPrices',
  from: [pricedCoinsState, coinPricesState],
  make: (coins, series): ReadonlyMap<string, DailySeries> =>
    new Map(
      [...coins].flatMap(([id, coin]): [string, DailySeries][] => {
        const own = series.get(coin)
        return own === undefined ? [] : [[id, own]]
      }),
    ),
})

/** Exchange rate of each currency by day, weekends filled. */
export const fxRatesState = keyedState<string, DailySeries>({
  name: 'stablecoins.fxRates',
  reads: [fxRates],
  key: sql`toString(currency)`,
  load: async (snapshot, keys) =>
    singleSeries(await loadBook(snapshot, RATES, keys)).map(([currency, series]) => [
      currency,
      standingRates(series),
    ]),
})

export const rateStates = [
  pricedCoinsState,
  wantedCoinsState,
  coinPricesState,
  dailyPricesState,
  fxRatesState,
]

/** The series of a book whose key is its unit alone. */
export function singleSeries(book: DailyBook): [string, DailySeries][] {
  return [...book].flatMap(([unit, series]) =>
    [...series.values()].map((own): [string, DailySeries] => [unit, own]),
  )
}
