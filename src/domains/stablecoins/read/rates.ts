import type { StateDefinition } from '../../../cache/states.ts'
import type { Snapshot } from '../../../store/snapshot.ts'
import { prices } from '../../coins/public.ts'
import { tokens } from '../../registry/public.ts'
import type { DailySeries } from '../derive/daily-series.ts'
import { standingRates } from '../derive/usd-rate.ts'
import { fxRates, stablecoins } from '../facts.ts'
import { coinOf, type Stablecoin } from './coins.ts'
import { type BookSource, type DailyBook, followBook, loadBook } from './daily-book.ts'

const PRICES: BookSource = { fact: prices, key: ['coin'], values: ['priceUsd'] }
const RATES: BookSource = { fact: fxRates, key: ['currency'], values: ['usdPerUnit'] }

/** Daily prices of the coins that stablecoins have their prices from. */
interface DailyPrices {
  /** Stablecoin → the coin that carries its price. */
  readonly carriers: ReadonlyMap<string, string>
  readonly book: DailyBook
}

/** The last price of each day of every stablecoin; later prices are put in row by row. */
export const dailyPricesState: StateDefinition<DailyPrices> = {
  name: 'stablecoins.dailyPrices',
  reads: [stablecoins, tokens, prices],
  build: async (snapshot) => {
    const carriers = await readCarriers(snapshot)
    return { carriers, book: await loadBook(snapshot, PRICES, [...new Set(carriers.values())]) }
  },
  update: async (previous, snapshot, sinceRun) => {
    const carriers = await readCarriers(snapshot)
    const known = new Set(previous.carriers.values())
    const added = [...new Set(carriers.values())].filter((coin) => !known.has(coin))
    const { book } = await followBook(
      previous.book,
      snapshot,
      sinceRun,
      PRICES,
      'coin IN {known:Array(String)}',
      { known: [...known] },
    )
    return { carriers, book: new Map([...book, ...(await loadBook(snapshot, PRICES, added))]) }
  },
}

/** Daily prices of a stablecoin, if it has any. */
export function pricesOf({ carriers, book }: DailyPrices, id: string): DailySeries | undefined {
  return book.get(carriers.get(id) ?? '')?.get('')
}

/** Exchange rate of each currency by day, weekends filled. */
export const fxRatesState: StateDefinition<ReadonlyMap<string, DailySeries>> = {
  name: 'stablecoins.fxRates',
  reads: [fxRates],
  build: async (snapshot) => {
    const book = await loadBook(snapshot, RATES)
    return new Map(
      [...book].flatMap(([currency, unit]) =>
        [...unit.values()].map((series) => [currency, standingRates(series)]),
      ),
    )
  },
}

/**
 * The coins that carry the prices: a coin that takes another's price is followed one step
 * (semantics 3.1).
 */
async function readCarriers(snapshot: Snapshot): Promise<Map<string, string>> {
  const rows = await snapshot.query<Pick<Stablecoin, 'id' | 'coin' | 'aggregatorId'>>(
    `SELECT id, coin, aggregatorId FROM ${snapshot.current(stablecoins)} ORDER BY id`,
  )
  const coins = rows.flatMap((row) => coinOf(row) ?? [])
  const redirected = await snapshot.query<{ coin: string; redirect: string | null }>(
    `SELECT coin, redirect FROM ${snapshot.current(tokens, 'coin IN {coins:Array(String)}')}`,
    { coins },
  )
  const redirects = new Map(redirected.map(({ coin, redirect }) => [coin, redirect ?? coin]))
  return new Map(
    rows.flatMap((row): [string, string][] => {
      const coin = coinOf(row)
      return coin === undefined ? [] : [[row.id, redirects.get(coin) ?? coin]]
    }),
  )
}
