import type { NamedLine } from '../derive/dominance.ts'
import { placeSupply } from '../derive/place-supply.ts'
import { type Present, standsUntil } from '../derive/present.ts'
import type { Asset, Assets } from './assets.ts'

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
