import type { NamedLine } from '../derive/dominance.ts'
import { placeSupply } from '../derive/place-supply.ts'
import { type Present, standsUntil } from '../derive/present.ts'
import type { Asset, Assets } from './assets.ts'

/**
 * The daily figures of each stablecoin over all chains, or on one of them, in the order of their
 * numbers.
 */
export function listLines({ byId, present }: Assets, chain?: string): NamedLine[] {
  if (present === undefined) return []
  return [...byId.values()].flatMap(
    (asset) =>
      (chain === undefined ? wholeLine(asset, present) : placeLine(asset, chain, present)) ?? [],
  )
}

function wholeLine(
  { about: { id, pegType }, history, ratesOn }: Asset,
  present: Present,
): NamedLine | undefined {
  if (history === undefined) return undefined
  const { firstDay, endDay, totals } = history
  const untilDay = standsUntil(history, present)
  return { id, pegType, firstDay, endDay, untilDay, ...totals, rates: ratesOn(firstDay, untilDay) }
}

function placeLine(
  { about: { id, pegType }, history, ratesOn }: Asset,
  chain: string,
  present: Present,
): NamedLine | undefined {
  const parts = history?.places.get(chain)
  if (history === undefined || parts === undefined) return undefined
  const { endDay } = history
  const place = placeSupply(parts, endDay)
  const carriedUnits = place.circulating.map((units, index) =>
    place.carried[index] === 1 ? units : 0,
  )
  const untilDay = standsUntil(history, present)
  return {
    id,
    pegType,
    endDay,
    untilDay,
    ...place,
    carriedUnits,
    rates: ratesOn(place.firstDay, untilDay),
  }
}
