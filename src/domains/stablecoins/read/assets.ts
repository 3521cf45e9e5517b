import { derivedState, keyedState } from '../../../cache/state.ts'
import type { RequestContext } from '../../../http/route.ts'
import { at } from '../../../lib/at.ts'
import { sql } from '../../../lib/sql.ts'
import { TimeSlice } from '../../../lib/time-slice.ts'
import { prices } from '../../coins/public.ts'
import { tokens } from '../../registry/public.ts'
import { type AssetHistory, assetHistory, type BridgedSeries } from '../derive/asset-history.ts'
import type { PlaceUnits } from '../derive/chain-totals.ts'
import type { DailySeries } from '../derive/daily-series.ts'
import type { NamedLine } from '../derive/dominance.ts'
import { placeSupply } from '../derive/place-supply.ts'
import { hasFigure, type Present, placeOn, presentOf, standsUntil } from '../derive/present.ts'
import { pegCurrency, presentPrice, type RateSources, usdRates } from '../derive/usd-rate.ts'
import { fxRates, stablecoinBridged, stablecoinSupply, stablecoins } from '../facts.ts'
import { type Stablecoin, stablecoinsState } from './coins.ts'
import { type BookSource, KEY_SEPARATOR, loadBook } from './daily-book.ts'
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

export const SUPPLY: BookSource = {
  fact: stablecoinSupply,
  key: ['asset', 'chain'],
  values: ['minted', 'unreleased'],
}
export const BRIDGED: BookSource = {
  fact: stablecoinBridged,
  key: ['asset', 'chain', 'sourceChain'],
  values: ['amount'],
}

/** Supply of all stablecoins on all their days: every list and chart is made from this. */
export const historiesState = keyedState<string, AssetHistory>({
  name: 'stablecoins.histories',
  reads: [stablecoinSupply, stablecoinBridged],
  key: sql`toString(asset)`,
  load: async (snapshot, keys) => {
    const supply = await loadBook(snapshot, SUPPLY, keys)
    const bridged = await loadBook(snapshot, BRIDGED, keys)
    const histories: [string, AssetHistory][] = []
    const slice = new TimeSlice()
    for (const id of new Set([...supply.keys(), ...bridged.keys()])) {
      const into = [...(bridged.get(id) ?? [])].map(([key, series]): BridgedSeries => {
        const parts = key.split(KEY_SEPARATOR)
        return { chain: at(parts, 0), sourceChain: at(parts, 1), series }
      })
      histories.push([id, assetHistory(supply.get(id) ?? new Map(), into)])
      if (slice.isOver) await slice.yield()
    }
    return histories
  },
})

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

/** The daily figures of a stablecoin over all chains, or on one of them. */
export type AssetLine = NamedLine & { readonly carried: Uint8Array }

/** Those of each stablecoin, in the order of their numbers. */
export function listLines({ byId, present }: Assets, chain?: string): AssetLine[] {
  return [...byId.values()].flatMap((asset) => findLine(asset, present, chain) ?? [])
}

export function findLine(
  { about: { id, pegType }, history, ratesOn }: Pick<Asset, 'about' | 'history' | 'ratesOn'>,
  present: Present | undefined,
  chain?: string,
): AssetLine | undefined {
  if (history === undefined || present === undefined) return undefined
  const untilDay = standsUntil(history, present)
  const { firstDay, endDay, totals } = history
  const about = { id, pegType, endDay, untilDay }
  if (chain === undefined)
    return { ...about, firstDay, ...totals, rates: ratesOn(firstDay, untilDay) }
  const parts = history.places.get(chain)
  if (parts === undefined) return undefined
  const place = placeSupply(parts, endDay)
  const carriedUnits = place.circulating.map((units, index) =>
    place.carried[index] === 1 ? units : 0,
  )
  return { ...about, ...place, carriedUnits, rates: ratesOn(place.firstDay, untilDay) }
}
