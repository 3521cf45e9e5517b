import type { Body } from '../../api/answers.ts'
import type { NamedPoints } from '../../blocks/chart/series-block.tsx'

/** A day of `/stablecoinprices`. */
export type PriceDay = Body<'listStablecoinPrices'>[number]

const BASIS_POINTS = 10_000

/** Prices of the named coins, or their distance from one dollar in hundredths of a percent. */
export function pegSeries(
  days: readonly PriceDay[],
  names: ReadonlyMap<string, string>,
  isDeviation: boolean,
): readonly NamedPoints[] {
  return [...names]
    .map(([id, name]) => ({
      name,
      points: days.map(({ date, prices }) => {
        const price = prices[id]
        if (price == null) return [date, null] as const
        return [date, isDeviation ? (price - 1) * BASIS_POINTS : price] as const
      }),
    }))
    .filter(({ points }) => points.some(([, value]) => value !== null))
}
