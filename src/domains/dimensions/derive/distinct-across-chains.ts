import { type DaySeries, type DayValues, emptySeries, valueAt, withValues } from './day-series.ts'

/**
 * The figure across chains of distinct users: the one that was counted so or, on a day when a
 * single chain has one, that chain's. Users of several chains are never added up, for one person
 * may be on all of them.
 */
export function distinctAcrossChains(
  series: readonly DaySeries[],
  allChains: string,
): DaySeries | undefined {
  const own = series.find(({ chain }) => chain === allChains)
  const chains = series.filter(({ chain }) => chain !== allChains)
  const [first] = series
  if (first === undefined) return undefined
  // A copy, because later pictures append to the own series in place.
  const start =
    own === undefined
      ? { ...emptySeries(first), chain: allChains }
      : { ...own, values: own.values.slice(0, own.length) }
  const across = chains.reduce<DaySeries>(
    (known, one) => withValues(known, aloneDays(one, series), (before) => before),
    start,
  )
  return across.length === 0 ? undefined : across
}

/** The values of a chain on the days when no other series has one. */
function aloneDays(one: DaySeries, series: readonly DaySeries[]): DayValues {
  const others = series.filter((other) => other !== one)
  const values = one.values.slice(0, one.length)
  for (let index = 0; index < values.length; index++) {
    const day = one.firstDay + index
    if (others.some((other) => !Number.isNaN(valueAt(other, day)))) values[index] = Number.NaN
  }
  return {
    firstDay: one.firstDay,
    values: values.some((value) => !Number.isNaN(value)) ? values : new Float64Array(0),
  }
}
