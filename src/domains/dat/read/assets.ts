import type { StateDefinition, States } from '../../../cache/states.ts'
import type { Snapshot } from '../../../store/snapshot.ts'
import { prices, priceTableState, readTokenNames } from '../../coins/public.ts'
import type { DayPrices } from '../derive/day-prices.ts'
import { institutionsState } from './institutions.ts'
import { NO_PAST, type Past, pastAfter } from './past.ts'

/** An asset that some institution deals in, with its newest price of each day. */
export interface Asset extends DayPrices {
  readonly asset: string
  /** The coin whose price it takes. */
  readonly coin: string
  readonly name: string | null
  readonly ticker: string | null
  /** Time of the newest price of each day. */
  readonly timesSec: Float64Array
  readonly past: Past
}

/** All assets of transactions; later runs add their prices to the days they are of. */
export const assetsState: StateDefinition<ReadonlyMap<string, Asset>> = {
  name: 'dat.assets',
  reads: [...institutionsState.reads, ...priceTableState.reads],
  build: (snapshot, states) => readAssets(new Map(), snapshot, 0, states),
  update: (known, snapshot, sinceRun, states) => readAssets(known, snapshot, sinceRun, states),
}

interface DayPrice {
  readonly coin: string
  readonly day: number
  readonly atSec: number
  readonly priceUsd: number
}

async function readAssets(
  known: ReadonlyMap<string, Asset>,
  snapshot: Snapshot,
  sinceRun: number,
  states: States,
): Promise<Map<string, Asset>> {
  const [{ all }, table] = await Promise.all([
    states.get(institutionsState, snapshot),
    states.get(priceTableState, snapshot),
  ])
  const assets = [...new Set(all.flatMap(({ dealtIn }) => dealtIn))].sort()
  if (assets.length === 0) return new Map()
  const coinOf = (asset: string) =>
    table.find(`aggregator:${asset}`)?.redirect ?? `aggregator:${asset}`
  const isKnown = (asset: string) => known.get(asset)?.coin === coinOf(asset)
  const [names, later, whole] = await Promise.all([
    readTokenNames(
      snapshot,
      assets.map((asset) => `aggregator:${asset}`),
    ),
    readDayPrices(snapshot, assets.filter(isKnown).map(coinOf), sinceRun),
    readDayPrices(snapshot, assets.filter((asset) => !isKnown(asset)).map(coinOf), 0),
  ])
  return new Map(
    assets.map((asset) => {
      const coin = coinOf(asset)
      const days = isKnown(asset)
        ? withLater(known.get(asset), later.get(coin) ?? [])
        : withLater(undefined, whole.get(coin) ?? [])
      const ticker = table.find(`aggregator:${asset}`)?.symbol ?? null
      return [
        asset,
        { asset, coin, name: names.get(`aggregator:${asset}`) ?? null, ticker, ...days },
      ]
    }),
  )
}

/** The newest price of each day among the rows of the runs after `sinceRun`. */
async function readDayPrices(
  snapshot: Snapshot,
  coins: readonly string[],
  sinceRun: number,
): Promise<Map<string, DayPrice[]>> {
  if (coins.length === 0) return new Map()
  const rows = await snapshot.query<{
    coin: string
    day: number
    newestSec: number
    price: number
  }>(
    `SELECT coin, intDiv(atSec, 86400) AS day, max(atSec) AS newestSec, argMax(priceUsd, (atSec, run)) AS price
     ${snapshot.versions(prices, 'coin IN {coins:Array(String)} AND run > {sinceRun:UInt32}')} GROUP BY coin, day ORDER BY coin, day`,
    { coins: [...new Set(coins)], sinceRun },
  )
  const read = rows.map(({ coin, day, newestSec, price }) => ({
    coin,
    day,
    atSec: newestSec,
    priceUsd: price,
  }))
  return Map.groupBy(read, ({ coin }) => coin)
}

type Days = Pick<Asset, 'firstDay' | 'prices' | 'timesSec' | 'past'>

/** A later row replaces the price of its day, unless that is of a later moment. */
function withLater(before: Days | undefined, later: readonly DayPrice[]): Days {
  const none: Days = {
    firstDay: later[0]?.day ?? 0,
    prices: new Float64Array(0),
    timesSec: new Float64Array(0),
    past: NO_PAST,
  }
  const known = before === undefined || before.prices.length === 0 ? none : before
  if (later.length === 0) return known
  const firstDay = Math.min(known.firstDay, later[0]?.day ?? known.firstDay)
  const days =
    Math.max(known.firstDay + known.prices.length, (later.at(-1)?.day ?? 0) + 1) - firstDay
  const prices = new Float64Array(days).fill(Number.NaN)
  const timesSec = new Float64Array(days)
  prices.set(known.prices, known.firstDay - firstDay)
  timesSec.set(known.timesSec, known.firstDay - firstDay)
  for (const { day, atSec, priceUsd } of later) {
    const place = day - firstDay
    if (atSec < (timesSec[place] ?? 0)) continue
    prices[place] = priceUsd
    timesSec[place] = atSec
  }
  return {
    firstDay,
    prices,
    timesSec,
    past: pastAfter(known.past, later[0]?.day ?? 0, firstDay + days - 1),
  }
}
