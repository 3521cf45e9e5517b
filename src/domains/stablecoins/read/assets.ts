import type { RequestContext } from '../../../http/route.ts'
import { prices } from '../../coins/public.ts'
import { tokens } from '../../registry/public.ts'
import type { AssetHistory } from '../derive/asset-history.ts'
import type { DailySeries } from '../derive/daily-series.ts'
import { pegCurrency } from '../derive/peg-currency.ts'
import { hasFigure, type Present, presentOf } from '../derive/present.ts'
import { presentPrice, type RateSources, usdRates } from '../derive/usd-rate.ts'
import { fxRates, stablecoinBridged, stablecoinSupply, stablecoins } from '../facts.ts'
import { type Stablecoin, stablecoinsState } from './coins.ts'
import { historiesState } from './history.ts'
import { dailyPricesState, fxRatesState, pricesOf } from './rates.ts'

/** The facts behind all figures of stablecoins, for routes that use them. */
export const ASSET_FACTS = [
  stablecoins,
  stablecoinSupply,
  stablecoinBridged,
  fxRates,
  prices,
  tokens,
]

/** A stablecoin with all that is known of it. */
export interface Asset {
  readonly about: Stablecoin
  readonly history: AssetHistory | undefined
  /** US dollars for a unit on each day of a stretch; `NaN` when not known. */
  ratesOn(firstDay: number, lastDay: number): Float64Array
  /** The same on the present day. */
  readonly usdRate: number
  readonly price: number | null
}

/** All stablecoins as one question sees them. */
export interface Assets {
  /** By id, in the order of their numbers. */
  readonly byId: ReadonlyMap<string, Asset>
  /** `undefined` when no supply was ever reported. */
  readonly present: Present | undefined
}

/** Reads all stablecoins; cheap, because what it is made from is kept in memory. */
export async function readAssets({
  snapshot,
  states,
  nowSec,
}: Pick<RequestContext, 'snapshot' | 'states' | 'nowSec'>): Promise<Assets> {
  const described = await states.get(stablecoinsState, snapshot)
  const { byAsset } = await states.get(historiesState, snapshot)
  const daily = await states.get(dailyPricesState, snapshot)
  const rates = await states.get(fxRatesState, snapshot)
  const histories = [...described.keys()].flatMap((id) => byAsset.get(id) ?? []).filter(hasFigure)
  const present = presentOf(lastTimes(histories), nowSec)
  // Before any supply is known, prices are as new as the newest of them.
  const priced =
    present ??
    presentOf(lastTimes([...daily.book.values()].flatMap((unit) => [...unit.values()])), nowSec)
  const byId = new Map<string, Asset>()
  for (const [id, about] of described) {
    const sources: RateSources = { price: pricesOf(daily, id), peg: pegRates(about.pegType, rates) }
    byId.set(id, {
      about,
      history: byAsset.get(id),
      ratesOn: (firstDay, lastDay) =>
        present === undefined ? new Float64Array(0) : usdRates(sources, firstDay, lastDay, present),
      usdRate:
        present === undefined
          ? Number.NaN
          : (usdRates(sources, present.day, present.day, present)[0] ?? Number.NaN),
      price: priced === undefined ? null : presentPrice(sources, priced),
    })
  }
  return { byId, present }
}

function pegRates(pegType: string, rates: ReadonlyMap<string, DailySeries>): RateSources['peg'] {
  const currency = pegCurrency(pegType)
  if (currency === undefined) return undefined
  return currency === 'USD' ? 1 : rates.get(currency)
}

function lastTimes(list: readonly { lastSec: number }[]): number[] {
  return list.map(({ lastSec }) => lastSec)
}
