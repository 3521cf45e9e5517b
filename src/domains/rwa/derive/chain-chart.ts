import type { Place } from './asset-places.ts'
import type { UsdLine } from './daily-line.ts'
import { MIN_POSITION_USD } from './present-figures.ts'

/** Sums of consecutive days. */
export interface DailySum {
  readonly firstDay: number
  /** `NaN` on days on which nothing stands. */
  readonly usd: Float64Array
  /** Of `usd`, what is marked as interpolated. */
  readonly interpolatedUsd: Float64Array
}

/** The sum of lines up to `lastDay` (rwa.md#cleaning); less than `minUsd` counts as 0. */
export function dailySum(
  lines: readonly UsdLine[],
  lastDay: number,
  minUsd = 0,
): DailySum | undefined {
  const firstDay = lines.reduce(
    (first, line) => Math.min(first, line.firstDay),
    Number.POSITIVE_INFINITY,
  )
  if (!(firstDay <= lastDay)) return undefined
  const length = lastDay - firstDay + 1
  const sum = {
    firstDay,
    usd: new Float64Array(length).fill(Number.NaN),
    interpolatedUsd: new Float64Array(length),
  }
  for (const line of lines) addLine(sum, line, lastDay, minUsd)
  return sum
}

function addLine(
  { firstDay, usd, interpolatedUsd }: DailySum,
  line: UsdLine,
  lastDay: number,
  minUsd: number,
): void {
  const until = Math.min(line.usd.length - 1, lastDay - line.firstDay)
  for (let index = 0; index <= until; index++) {
    const figure = line.usd[index] ?? 0
    const counted = figure >= minUsd ? figure : 0
    const at = index + line.firstDay - firstDay
    const known = usd[at] ?? Number.NaN
    usd[at] = Number.isNaN(known) ? counted : known + counted
    if (line.interpolated[index] === 1) interpolatedUsd[at] = (interpolatedUsd[at] ?? 0) + counted
  }
}

/** A chart without what is 0 or unknown before its first point that has anything on it (rwa.md). */
export function withoutLeadingZeros<T>(
  points: readonly T[],
  figuresOf: (point: T) => readonly (number | null)[],
): T[] {
  const first = points.findIndex((point) =>
    figuresOf(point).some((figure) => figure !== null && figure !== 0),
  )
  return first < 0 ? [] : points.slice(first)
}

/** The three figures that are charted. */
export const METRICS = ['onChainMcap', 'activeMcap', 'defiActiveTvl'] as const
export type Metric = (typeof METRICS)[number]

export interface ChartPoint extends Record<Metric, number | null> {
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
 * One point for each UTC day from the first that is not 0 (rwa.md), none where nothing stands.
 * Where there is a market cap and no position is reported, nothing is in DeFi.
 */
export function chainChart(places: readonly Place[], lastDay: number): ChartPoint[] {
  const sums = METRICS.map((metric) => metricSum(places, metric, lastDay))
  const firstDay = Math.min(...sums.flatMap((sum) => sum?.firstDay ?? []))
  const points: ChartPoint[] = []
  for (let day = firstDay; day <= lastDay; day++) {
    const [onChainMcap = null, activeMcap = null, inDefi = null] = sums.map((sum) =>
      usdOn(sum?.usd, sum, day),
    )
    const [onChain, active, defi] = sums.map((sum) => usdOn(sum?.interpolatedUsd, sum, day) ?? 0)
    if (onChainMcap === null && activeMcap === null && inDefi === null) continue
    const interpolated = {
      onChainMcap: onChain ?? 0,
      activeMcap: active ?? 0,
      defiActiveTvl: defi ?? 0,
    }
    points.push({ day, onChainMcap, activeMcap, defiActiveTvl: inDefi ?? 0, interpolated })
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

export interface BreakdownRow {
  day: number
  /** Chain → US dollars; a chain is there from its first day that is not 0. */
  usd: Map<string, number>
  /** Chains whose figure of this day is wholly or partly interpolated. */
  interpolated: string[]
}

/** One figure of all chains day by day (rwa.md), as in the charts of the chains. */
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
      const row: BreakdownRow = rows.getOrInsertComputed(day, () => ({
        day,
        usd: new Map(),
        interpolated: [],
      }))
      row.usd.set(chain, usd)
      if (isMade) row.interpolated.push(chain)
    }
  }
  return [...rows.values()].sort((a, b) => a.day - b.day)
}
