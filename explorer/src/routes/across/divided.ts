import type { ChartData } from '../../blocks/chart/prepare.ts'
import { ratios } from '../../lib/correlation.ts'

/** Every other series by the first one. */
export function dividedByFirst({ times, series }: ChartData): ChartData {
  const [first, ...others] = series
  if (first === undefined) return { times, series }
  return {
    times,
    series: others.map(({ name, values }) => ({
      name: `${name} / ${first.name}`,
      values: ratios(values, first.values),
    })),
  }
}
