import type { Place } from './asset-places.ts'
import { type Metric, metricSum } from './chain-chart.ts'
import { withoutLeadingZeros } from './leading-zeros.ts'

export interface BreakdownRow {
  day: number
  /** Chain → US dollars; a chain is there from its first day that is not 0. */
  usd: Map<string, number>
  /** Chains whose figure of this day is wholly or partly interpolated. */
  interpolated: string[]
}

/**
 * One figure of all chains day by day (semantics 10.5); the figures are those of the charts of the
 * chains, day for day.
 */
export function chainBreakdown(
  byChain: ReadonlyMap<string, readonly Place[]>,
  metric: Metric,
  lastDay: number,
): BreakdownRow[] {
  const rows = new Map<number, BreakdownRow>()
  for (const [chain, places] of byChain) {
    const sum = metricSum(places, metric, lastDay)
    if (sum === undefined) continue
    const days = Array.from(sum.usd, (usd, index) => ({
      day: sum.firstDay + index,
      usd,
      isMade: (sum.interpolatedUsd[index] ?? 0) > 0,
    }))
    const known = days.filter(({ usd }) => !Number.isNaN(usd))
    for (const { day, usd, isMade } of withoutLeadingZeros(known, (point) => [point.usd])) {
      const row: BreakdownRow = rows.get(day) ?? { day, usd: new Map(), interpolated: [] }
      rows.set(day, row)
      row.usd.set(chain, usd)
      if (isMade) row.interpolated.push(chain)
    }
  }
  return [...rows.values()].sort((a, b) => a.day - b.day)
}
