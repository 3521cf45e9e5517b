import type { StateDefinition, States } from '../../../cache/states.ts'
import type { Snapshot } from '../../../store/snapshot.ts'
import { prices } from '../../coins/public.ts'
import { tokens } from '../../registry/public.ts'
import { type BookSource, type DailyBook, followBook, loadBook } from '../../stablecoins/public.ts'
import type { DayValues } from '../derive/without-gaps.ts'
import { rwaAssets } from '../facts.ts'
import { coinOf, rwaAssetsState } from './assets.ts'

const PRICES: BookSource = { fact: prices, key: ['coin'], values: ['priceUsd'] }

/** The last price of each day of the coins that assets have their prices from. */
interface DailyPrices {
  /** Asset → series; the same object as long as nothing of it changes. */
  readonly byAsset: ReadonlyMap<string, DayValues>
  readonly book: DailyBook
  /** Coin → series, kept so that unchanged ones stay the same objects. */
  readonly byCoin: ReadonlyMap<string, DayValues>
}

/** Daily prices of all assets; later prices are put in row by row. */
export const rwaPricesState: StateDefinition<DailyPrices> = {
  name: 'rwa.prices',
  reads: [rwaAssets, tokens, prices],
  build: async (snapshot, states) => {
    const carriers = await readCarriers(snapshot, states)
    return toPrices(carriers, await loadBook(snapshot, PRICES, [...new Set(carriers.values())]))
  },
  update: async (previous, snapshot, sinceRun, states) => {
    const carriers = await readCarriers(snapshot, states)
    const known = [...previous.book.keys()]
    const { book } = await followBook(
      previous.book,
      snapshot,
      sinceRun,
      PRICES,
      'coin IN {known:Array(String)}',
      { known },
    )
    const added = [...new Set(carriers.values())].filter((coin) => !book.has(coin))
    return toPrices(
      carriers,
      added.length === 0 ? book : new Map([...book, ...(await loadBook(snapshot, PRICES, added))]),
      previous,
    )
  },
}

function toPrices(
  carriers: ReadonlyMap<string, string>,
  book: DailyBook,
  previous?: DailyPrices,
): DailyPrices {
  const byCoin = new Map<string, DayValues>()
  for (const [coin, unit] of book) {
    if (unit === previous?.book.get(coin)) {
      const kept = previous.byCoin.get(coin)
      if (kept !== undefined) byCoin.set(coin, kept)
      continue
    }
    const [series] = unit.values()
    if (series !== undefined)
      byCoin.set(coin, {
        firstDay: series.firstDay,
        values: series.columns[0] ?? new Float64Array(0),
      })
  }
  const byAsset = [...carriers].flatMap(([id, coin]): [string, DayValues][] => {
    const series = byCoin.get(coin)
    return series === undefined ? [] : [[id, series]]
  })
  return { byAsset: new Map(byAsset), book, byCoin }
}

/**
 * Asset → the coin that carries its price: a coin that takes another's price is followed one step
 * (semantics 3.1).
 */
async function readCarriers(snapshot: Snapshot, states: States): Promise<Map<string, string>> {
  const assets = [...(await states.get(rwaAssetsState, snapshot)).values()]
  const rows = await snapshot.query<{ coin: string; redirect: string | null }>(
    `SELECT coin, redirect FROM ${snapshot.current(tokens, 'coin IN {coins:Array(String)}')}`,
    { coins: assets.flatMap((asset) => coinOf(asset) ?? []) },
  )
  const redirects = new Map(rows.map(({ coin, redirect }) => [coin, redirect ?? coin]))
  return new Map(
    assets.flatMap((asset): [string, string][] => {
      const coin = coinOf(asset)
      return coin === undefined ? [] : [[asset.id, redirects.get(coin) ?? coin]]
    }),
  )
}
