import { at } from '../../../lib/at.ts'

/** Yields outside of these are outliers. */
export interface ApyBounds {
  leastPct: number
  mostPct: number
}

const REACH = 1.5

/**
 * How far yields reach that are no outliers (yields.md#samples): the median ± 1.5 × the distance
 * between the quartiles, interpolated (yields.md#outliers). Without pools nothing is one.
 */
export function apyBounds(apysPct: readonly number[]): ApyBounds {
  const sorted = Float64Array.from(apysPct).sort()
  if (sorted.length === 0)
    return { leastPct: Number.NEGATIVE_INFINITY, mostPct: Number.POSITIVE_INFINITY }
  const reach = REACH * (quantile(sorted, 0.75) - quantile(sorted, 0.25))
  const median = quantile(sorted, 0.5)
  return { leastPct: median - reach, mostPct: median + reach }
}

export function isOutlier(apyPct: number | null, { leastPct, mostPct }: ApyBounds): boolean {
  return apyPct !== null && (apyPct < leastPct || apyPct > mostPct)
}

function quantile(sorted: Float64Array, share: number): number {
  const place = (sorted.length - 1) * share
  const below = at(sorted, Math.floor(place))
  const above = at(sorted, Math.ceil(place))
  return below + (above - below) * (place - Math.floor(place))
}
