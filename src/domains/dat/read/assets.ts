import { derivedState, keyedState } from '../../../cache/state.ts'
import { at } from '../../../lib/at.ts'
import { sql } from '../../../lib/sql.ts'
import type { RowOf } from '../../../store/fact.ts'
import { prices } from '../../coins/public.ts'
import { tokens } from '../../registry/public.ts'
import { assetFlows } from '../derive/assets.ts'
import type { DayPrices } from '../derive/treasury-values.ts'
import { institutionsState } from './institutions.ts'

/** An asset that some institution deals in, with its newest price of each day. */
export interface Asset extends PriceHistory {
  readonly asset: string
  readonly name: string | null
  readonly ticker: string | null
}

interface PriceHistory extends DayPrices {
  /** Time of the newest price; 0 without one. */
  readonly newestSec: number
}

/** `redirect`: the coin whose price it takes. */
type Token = Pick<RowOf<typeof tokens>, 'name' | 'symbol' | 'redirect'>

const coinOf = (asset: string) => `aggregator:${asset}`

export const dealtAssetsState = derivedState({
  name: 'dat.dealtAssets',
  from: [institutionsState],
  make: ({ all }) => [...new Set(all.flatMap(({ dealtIn }) => dealtIn))].sort(),
})

export const dealtCoinsState = derivedState({
  name: 'dat.dealtCoins',
  from: [dealtAssetsState],
  make: (assets): ReadonlySet<string> => new Set(assets.map(coinOf)),
})

export const assetTokensState = keyedState<string, Token>({
  name: 'dat.assetTokens',
  reads: [tokens],
  key: sql`coin`,
  among: dealtCoinsState,
  load: async (snapshot, keys) => {
    const rows = await snapshot.query<Token & { coin: string }>(
      sql`SELECT coin, name, symbol, redirect
       FROM ${snapshot.current(tokens, sql`coin IN {keys:Array(String)}`)}`,
      { keys },
    )
    return rows.map((row) => [row.coin, row])
  },
})

export const pricedCoinsState = derivedState({
  name: 'dat.pricedCoins',
  from: [dealtCoinsState, assetTokensState],
  make: (coins, known): ReadonlySet<string> =>
    new Set(Array.from(coins, (coin) => known.get(coin)?.redirect ?? coin)),
})

type DayRow = { coin: string; newestSec: number; days: number[]; dayPrices: number[] }

/** The newest price of each day, by coin. */
export const priceHistoriesState = keyedState<string, PriceHistory>({
  name: 'dat.priceHistories',
  reads: [prices],
  key: sql`coin`,
  among: pricedCoinsState,
  load: async (snapshot, keys) => {
    const rows = await snapshot.query<DayRow>(
      sql`WITH arraySort(groupArray((day, price))) AS all
       SELECT coin, max(lastSec) AS newestSec, all.1 AS days, all.2 AS dayPrices
       FROM (SELECT coin, intDiv(atSec, 86400) AS day, max(atSec) AS lastSec,
           argMax(priceUsd, atSec) AS price
         FROM ${snapshot.current(prices, sql`coin IN {keys:Array(String)}`)} GROUP BY coin, day)
       GROUP BY coin`,
      { keys },
    )
    return rows.map((row) => [row.coin, priceHistory(row)])
  },
})

function priceHistory({ newestSec, days, dayPrices }: DayRow): PriceHistory {
  const firstDay = at(days, 0)
  const prices = new Float64Array(at(days, days.length - 1) - firstDay + 1).fill(Number.NaN)
  for (const [index, day] of days.entries()) prices[day - firstDay] = at(dayPrices, index)
  return { firstDay, prices, newestSec }
}

const NO_PRICES: PriceHistory = { firstDay: 0, prices: new Float64Array(0), newestSec: 0 }

/** All assets of transactions, by id. */
export const assetsState = derivedState({
  name: 'dat.assets',
  from: [dealtAssetsState, assetTokensState, priceHistoriesState],
  make: (assets, known, histories): ReadonlyMap<string, Asset> =>
    new Map(
      assets.map((asset) => {
        const token = known.get(coinOf(asset))
        const history = histories.get(token?.redirect ?? coinOf(asset)) ?? NO_PRICES
        const [name, ticker] = [token?.name ?? null, token?.symbol ?? null]
        return [asset, { ...history, asset, name, ticker }]
      }),
    ),
})

/** Flows of every asset by day, of all approved transactions, those of days to come too. */
export const flowsState = derivedState({
  name: 'dat.flows',
  from: [institutionsState],
  make: ({ all }) => assetFlows(all.flatMap(({ approved }) => approved)),
})
