import type { SharedMap } from '../../../cache/shared-map.ts'
import { derivedMap, derivedState, keyedState, type State } from '../../../cache/state.ts'
import { sql } from '../../../lib/sql.ts'
import { prices, priceTableState } from '../../coins/public.ts'
import type { DailySeries } from '../derive/daily-series.ts'
import { standingRates } from '../derive/usd-rate.ts'
import { fxRates } from '../facts.ts'
import { coinOf, describedState } from './coins.ts'
import { type BookSource, type DailyBook, loadBook } from './daily-book.ts'

const PRICES: BookSource = { fact: prices, key: ['coin'], values: ['priceUsd'] }
const RATES: BookSource = { fact: fxRates, key: ['currency'], values: ['usdPerUnit'] }

/** What has the price of a coin. */
interface Priced {
  readonly coin: string | null
  readonly aggregatorId: string | null
}

/** The last price of each day of assets, followed one redirect (coins.md#price-records). */
export function dailyPrices(domain: string, assets: State<SharedMap<string, Priced>>) {
  const pricedCoins = derivedMap({
    name: `${domain}.pricedCoins`,
    from: assets,
    with: [priceTableState],
    make: (asset, _, table) => {
      const coin = coinOf(asset)
      return coin === undefined ? undefined : (table.find(coin)?.redirect ?? coin)
    },
  })
  const wantedCoins = derivedState({
    name: `${domain}.wantedCoins`,
    from: [pricedCoins],
    make: (coins): ReadonlySet<string> =>
      new Set([...coins.values()].flatMap((coin) => coin ?? [])),
  })
  const coinPrices = keyedState<string, DailySeries>({
    name: `${domain}.coinPrices`,
    reads: [prices],
    key: sql`coin`,
    among: wantedCoins,
    load: async (snapshot, keys) => singleSeries(await loadBook(snapshot, PRICES, keys)),
  })
  return derivedMap({
    name: `${domain}.dailyPrices`,
    from: pricedCoins,
    with: [coinPrices],
    make: (coin, _, series) => (coin === undefined ? undefined : series.get(coin)),
  })
}

/** The last price of each day of every stablecoin that has any. */
export const dailyPricesState = dailyPrices('stablecoins', describedState)

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

/** The series of a book whose key is its unit alone. */
function singleSeries(book: DailyBook): [string, DailySeries][] {
  return [...book].flatMap(([unit, series]) =>
    [...series.values()].map((own): [string, DailySeries] => [unit, own]),
  )
}
