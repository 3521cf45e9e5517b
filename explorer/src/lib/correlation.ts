import type { ChartData, Value } from './series.ts'

const LEAST_POINTS = 10

/**
 * How two series move together: the correlation of their changes from point to point, -1 to 1.
 * Only steps that both have count; null where these are fewer than ten or one never moves.
 */
export function correlation(a: readonly Value[], b: readonly Value[]): number | null {
  const steps = a.flatMap((_, index) => {
    const x = stepAt(a, index)
    const y = stepAt(b, index)
    return x === null || y === null ? [] : [[x, y] as const]
  })
  if (steps.length < LEAST_POINTS) return null
  const meanX = mean(steps.map(([x]) => x))
  const meanY = mean(steps.map(([, y]) => y))
  const sum = (of: (x: number, y: number) => number) =>
    steps.reduce((total, [x, y]) => total + of(x - meanX, y - meanY), 0)
  const spread = Math.sqrt(sum((x) => x * x) * sum((_, y) => y * y))
  return spread === 0 ? null : sum((x, y) => x * y) / spread
}

/** Each value of a series by that of another at the same point. */
export function ratios(values: readonly Value[], of: readonly Value[]): Value[] {
  return values.map((value, index) => {
    const base = of[index]
    return value === null || base === null || base === undefined || base === 0 ? null : value / base
  })
}

function stepAt(values: readonly Value[], index: number): number | null {
  const now = values[index]
  const before = values[index - 1]
  if (now === null || now === undefined || before === null || before === undefined || before === 0)
    return null
  return now / before - 1
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

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
