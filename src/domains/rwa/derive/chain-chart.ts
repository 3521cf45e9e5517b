import type { Place } from './asset-places.ts'
import { MIN_POSITION_USD } from './counted-protocol.ts'
import { type DailySum, dailySum } from './daily-sum.ts'
import { withoutLeadingZeros } from './leading-zeros.ts'

/** The three figures that are charted. */
export const METRICS = ['onChainMcap', 'activeMcap', 'defiActiveTvl'] as const
export type Metric = (typeof METRICS)[number]

export interface ChartFigures {
  onChainMcap: number | null
  activeMcap: number | null
  defiActiveTvl: number | null
}

export interface ChartPoint extends ChartFigures {
  day: number
  /** Of each figure, what was interpolated. */
  interpolated: Record<Metric, number>
}

/** The daily sum of one figure over some assets on a chain. */
export function metricSum(
  places: readonly Place[],
  metric: Metric,
  lastDay: number,
): DailySum | undefined {
  if (metric === 'defiActiveTvl') {
    const lines = places.flatMap(({ positions }) => positions.map(({ line }) => line))
    return dailySum(lines, lastDay, MIN_POSITION_USD)
  }
  const lines = places.flatMap(
    ({ onChain, active }) => (metric === 'onChainMcap' ? onChain : active) ?? [],
  )
  return dailySum(lines, lastDay)
}

/**
 * One point for each UTC day of a chain (semantics 10.5), from the first that is not 0; a day on
 * which nothing stands has none. Where there is a market cap and no position is reported, nothing
 * is in DeFi.
 */
export function chainChart(places: readonly Place[], lastDay: number): ChartPoint[] {
  const sums = METRICS.map((metric) => metricSum(places, metric, lastDay))
  const firstDay = sums.reduce(
    (first, sum) => Math.min(first, sum?.firstDay ?? first),
    Number.POSITIVE_INFINITY,
  )
  const points: ChartPoint[] = []
  for (let day = firstDay; day <= lastDay; day++) {
    const [onChainMcap, activeMcap, inDefi] = sums.map((sum) => usdOn(sum?.usd, sum, day))
    const [onChain, active, defi] = sums.map((sum) => usdOn(sum?.interpolatedUsd, sum, day) ?? 0)
    if (onChainMcap === null && activeMcap === null && inDefi === null) continue
    points.push({
      day,
      onChainMcap: onChainMcap ?? null,
      activeMcap: activeMcap ?? null,
      defiActiveTvl: inDefi ?? 0,
      interpolated: {
        onChainMcap: onChain ?? 0,
        activeMcap: active ?? 0,
        defiActiveTvl: defi ?? 0,
      },
    })
  }
  return withoutLeadingZeros(points, (point) => METRICS.map((metric) => point[metric]))
}

function usdOn(
  column: Float64Array | undefined,
  sum: DailySum | undefined,
  day: number,
): number | null {
  const usd = column?.[day - (sum?.firstDay ?? 0)] ?? Number.NaN
  return Number.isNaN(usd) ? null : usd
}
