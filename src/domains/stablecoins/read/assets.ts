import { derivedState } from '../../../cache/state.ts'
import type { RequestContext } from '../../../http/route.ts'
import { at } from '../../../lib/at.ts'
import { prices } from '../../coins/public.ts'
import { tokens } from '../../registry/public.ts'
import type { AssetHistory } from '../derive/asset-history.ts'
import type { PlaceUnits } from '../derive/chain-totals.ts'
import type { DailySeries } from '../derive/daily-series.ts'
import { hasFigure, type Present, placeOn, presentOf } from '../derive/present.ts'
import { pegCurrency, presentPrice, type RateSources, usdRates } from '../derive/usd-rate.ts'
import { fxRates, stablecoinBridged, stablecoinSupply, stablecoins } from '../facts.ts'
import { type Stablecoin, stablecoinsState } from './coins.ts'
import { historiesState } from './history.ts'
import { dailyPricesState, fxRatesState } from './rates.ts'

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
  /** US dollars for a unit on each day of a range; `NaN` when not known. */
  ratesOn(firstDay: number, lastDay: number): Float64Array
  /** The same on the present day. */
  readonly usdRate: number
  readonly price: number | null
}

/** All stablecoins as one request sees them. */
export interface Assets {
  /** By id, in the order of their numbers. */
  readonly byId: ReadonlyMap<string, Asset>
  /** `undefined` when no supply was ever reported. */
  readonly present: Present | undefined
}

/** All stablecoins with what their figures are made from, whatever the clock says. */
interface AssetSources {
  readonly described: ReadonlyMap<string, Stablecoin>
  readonly histories: ReadonlyMap<string, AssetHistory>
  readonly daily: ReadonlyMap<string, DailySeries | undefined>
  readonly rates: ReadonlyMap<string, DailySeries>
}

export const assetSourcesState = derivedState({
  name: 'stablecoins.assetSources',
  from: [stablecoinsState, historiesState, dailyPricesState, fxRatesState],
  make: (described, histories, daily, rates): AssetSources => ({
    described,
    histories,
    daily,
    rates,
  }),
})

/** Reads all stablecoins; cheap, because what it is made from is in memory. */
export async function readAssets({
  snapshot,
  states,
  nowSec,
}: Pick<RequestContext, 'snapshot' | 'states' | 'nowSec'>): Promise<Assets> {
  return assetsAt(await states.get(assetSourcesState, snapshot), nowSec)
}

/** All stablecoins as they are at a timestamp. */
export function assetsAt(
  { described, histories, daily, rates }: AssetSources,
  nowSec: number,
): Assets {
  const known = [...described.keys()].flatMap((id) => histories.get(id) ?? []).filter(hasFigure)
  const present = presentOf(lastTimes(known), nowSec)
  // Before any supply is known, prices are as new as the newest of them.
  const priced =
    present ?? presentOf(lastTimes([...daily.values()].flatMap((series) => series ?? [])), nowSec)
  const byId = new Map<string, Asset>()
  for (const [id, about] of described) {
    const sources: RateSources = { price: daily.get(id), peg: pegRates(about.pegType, rates) }
    const ratesOn = (firstDay: number, lastDay: number) =>
      present === undefined ? new Float64Array(0) : usdRates(sources, firstDay, lastDay, present)
    byId.set(id, {
      about,
      history: histories.get(id),
      ratesOn,
      usdRate: present === undefined ? Number.NaN : at(ratesOn(present.day, present.day), 0),
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

/** What of one stablecoin circulates on one chain at present. */
export interface PresentPlace extends PlaceUnits {
  readonly id: string
}

/** Every stablecoin on every chain at present; what is no longer reported is not there. */
export function listPresentPlaces({ byId, present }: Assets): PresentPlace[] {
  if (present === undefined) return []
  return [...byId.values()].flatMap(({ about: { id, pegType }, history, usdRate }) =>
    [...(history?.places.keys() ?? [])].flatMap((chain) => {
      const place = history && placeOn(history, chain, present.day, present)
      return place === undefined ? [] : { id, chain, pegType, units: place.units, usdRate }
    }),
  )
}
