import { at } from '../../../lib/at.ts'

/** The sum of some daily series, day by day in order: `[Unix seconds of the day, US dollars]`. */
export function totalDays(
  series: ReadonlyMap<string, { datesSec: readonly number[]; tvlUsd: readonly number[] }>,
): [dateSec: number, tvlUsd: number][] {
  const sums = new Map<number, number>()
  for (const { datesSec, tvlUsd } of series.values()) {
    for (const [index, dateSec] of datesSec.entries())
      sums.set(dateSec, (sums.get(dateSec) ?? 0) + at(tvlUsd, index))
  }
  return [...sums].sort(([a], [b]) => a - b)
}
