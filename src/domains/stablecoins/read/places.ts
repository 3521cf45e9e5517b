import { placeOn } from '../derive/present.ts'
import type { Assets } from './assets.ts'

/** What of one stablecoin circulates on one chain at present. */
export interface PresentPlace {
  readonly id: string
  /** Key of the chain. */
  readonly chain: string
  readonly pegType: string
  readonly units: number
  /** US dollars for a unit; `NaN` when not known. */
  readonly usdRate: number
}

/**
 * Every stablecoin on every chain at present: the last points of the charts. What is no longer
 * reported is not there.
 */
export function listPresentPlaces({ byId, present }: Assets): PresentPlace[] {
  if (present === undefined) return []
  return [...byId.values()].flatMap(({ about: { id, pegType }, history, usdRate }) =>
    [...(history?.places.keys() ?? [])].flatMap((chain) => {
      const place = history && placeOn(history, chain, present.day, present)
      return place === undefined ? [] : { id, chain, pegType, units: place.units, usdRate }
    }),
  )
}
