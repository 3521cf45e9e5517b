import { standsUntil } from './standing-figure.ts'
import type { UsdLine } from './without-gaps.ts'

/** Sums of consecutive days. */
export interface DailySum {
  readonly firstDay: number
  /** `NaN` on days on which nothing stands. */
  readonly usd: Float64Array
  /** Of `usd`, what was interpolated or still stands from an earlier day. */
  readonly interpolatedUsd: Float64Array
}

/**
 * The sum of lines on every day from the first to `lastDay`, added in the order they come. After its end a line stands for a week and
 * counts as interpolated (decisions 130, 131). What is less than `minUsd` counts as 0.
 */
export function dailySum(lines: readonly UsdLine[], lastDay: number, minUsd = 0): DailySum | undefined {
  const firstDay = lines.reduce((first, line) => Math.min(first, line.firstDay), Number.POSITIVE_INFINITY)
  if (!(firstDay <= lastDay)) return undefined
  const length = lastDay - firstDay + 1
  const sum = { firstDay, usd: new Float64Array(length).fill(Number.NaN), interpolatedUsd: new Float64Array(length) }
  for (const line of lines) addLine(sum, line, standsUntil(line, lastDay), minUsd)
  return sum
}

function addLine({ firstDay, usd, interpolatedUsd }: DailySum, line: UsdLine, untilDay: number, minUsd: number): void {
  const end = line.usd.length - 1
  for (let day = line.firstDay; day <= untilDay; day++) {
    const index = day - line.firstDay
    const figure = line.usd[Math.min(index, end)] ?? 0
    const counted = figure >= minUsd ? figure : 0
    const at = day - firstDay
    const known = usd[at] ?? Number.NaN
    usd[at] = Number.isNaN(known) ? counted : known + counted
    if (index > end || line.interpolated[index] === 1) interpolatedUsd[at] = (interpolatedUsd[at] ?? 0) + counted
  }
}
