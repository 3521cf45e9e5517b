import { at } from '../../../lib/at.ts'
import { type DaySeries, daysOf, valueAt } from './day-series.ts'

/** Distinct users as counted across chains, or the only chain's that day; chains never add up. */
export function distinctAcrossChains(
  series: readonly DaySeries[],
  allChains: string,
): DaySeries | undefined {
  const [first] = series
  if (first === undefined) return undefined
  const own = series.find(({ chain }) => chain === allChains)
  const { from, to } = daysOf(series)
  const values = new Float64Array(to - from + 1).map((_, index) => {
    const day = from + index
    const counted = own === undefined ? Number.NaN : valueAt(own, day)
    if (!Number.isNaN(counted)) return counted
    const known = series.map((one) => valueAt(one, day)).filter((value) => !Number.isNaN(value))
    return known.length === 1 ? at(known, 0) : Number.NaN
  })
  if (values.every(Number.isNaN)) return undefined
  const { protocol, version } = first
  return {
    ...{ protocol, version, chain: allChains, firstDay: from, values },
    isLabelled: own?.isLabelled ?? false,
    isDerived: own?.isDerived ?? false,
  }
}
