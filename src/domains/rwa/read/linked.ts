import { at } from '../../../lib/at.ts'
import { float64s } from '../../../lib/number-arrays.ts'
import { type Assets, listLines } from '../../stablecoins/public.ts'
import type { AssetReports } from '../derive/asset-places.ts'
import type { DayValues } from '../derive/without-gaps.ts'

/**
 * Supply and price of an asset that is a stablecoin, as the stablecoins' own answers have them
 * (semantics 10.5): what circulates on each chain, gaps filled there.
 */
export function linkedReports(
  { byId, present }: Assets,
  id: string,
): Pick<AssetReports, 'supply' | 'ratesOn'> {
  const stablecoin = byId.get(id)
  const supply = new Map<string, DayValues>()
  if (stablecoin === undefined) return { supply, ratesOn: noRates }
  for (const chain of stablecoin.history?.places.keys() ?? []) {
    const [line] = listLines({ byId: new Map([[id, stablecoin]]), present }, chain)
    if (line === undefined) continue
    // On the newest day, which still goes on, the last report stands.
    const last = line.circulating.length - 1
    const values = float64s(line.untilDay - line.firstDay + 1, (index) =>
      at(line.circulating, Math.min(index, last)),
    )
    supply.set(chain, { firstDay: line.firstDay, values })
  }
  return { supply, ratesOn: stablecoin.ratesOn }
}

function noRates(firstDay: number, lastDay: number): Float64Array {
  return new Float64Array(Math.max(0, lastDay - firstDay + 1)).fill(Number.NaN)
}
