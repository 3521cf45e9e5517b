import { derivedMap, derivedState, keyedState } from '../../../cache/state.ts'
import { at } from '../../../lib/at.ts'
import { sql } from '../../../lib/sql.ts'
import { prices, priceTableState } from '../../coins/public.ts'
import { type BookSource, loadBook, singleSeries } from '../../stablecoins/public.ts'
import type { DayValues } from '../derive/without-gaps.ts'
import { coinOf, rwaAssetsState } from './assets.ts'

const PRICES: BookSource = { fact: prices, key: ['coin'], values: ['priceUsd'] }

/**
 * Asset → the coin that carries its price: a coin that takes another's price is followed one step
 * (semantics 3.1). `undefined` where none is known.
 */
const pricedCoinsState = derivedMap({
  name: 'rwa.pricedCoins',
  from: rwaAssetsState,
  with: [priceTableState],
  make: (asset, _, table) => {
    const coin = coinOf(asset)
    return coin === undefined ? undefined : (table.find(coin)?.redirect ?? coin)
  },
})

const wantedCoinsState = derivedState({
  name: 'rwa.wantedCoins',
  from: [pricedCoinsState],
  make: (coins): ReadonlySet<string> => new Set([...coins.values()].flatMap((coin) => coin ?? [])),
})

const coinPricesState = keyedState<string, DayValues>({
  name: 'rwa.coinPrices',
  reads: [prices],
  key: sql`coin`,
  among: wantedCoinsState,
  load: async (snapshot, keys) =>
    singleSeries(await loadBook(snapshot, PRICES, keys)).map(([coin, { firstDay, columns }]) => [
      coin,
      { firstDay, values: at(columns, 0) },
    ]),
})

/** The last price of each day of every asset that has any. */
export const rwaPricesState = derivedMap({
  name: 'rwa.prices',
  from: pricedCoinsState,
  with: [coinPricesState],
  make: (coin, _, series) => (coin === undefined ? undefined : series.get(coin)),
})

export const priceStates = [pricedCoinsState, wantedCoinsState, coinPricesState, rwaPricesState]
