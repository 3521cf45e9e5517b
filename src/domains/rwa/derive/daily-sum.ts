import type { UsdLine } from './without-gaps.ts'

/** Sums of consecutive days. */
export interface DailySum {
  readonly firstDay: number
  /** `NaN` on days on which nothing stands. */
  readonly usd: Float64Array
  /** Of `usd`, what is marked as interpolated. */
  readonly interpolatedUsd: Float64Array
}

/**
 * The sum of lines on every day from the first to `lastDay`, added in the order they come (decision
 * 130). What is less than `minUsd` counts as 0.
 */
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
