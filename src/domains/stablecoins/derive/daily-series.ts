import { dayOf } from '../../../lib/clock.ts'

/** The last report of each UTC day, in columns; `NaN` on days without a report. */
export interface DailySeries {
  readonly firstDay: number
  /** Time of the newest report. */
  readonly lastSec: number
  /** That report repeats an earlier one, because what was read was held back. */
  readonly isLastCarried: boolean
  readonly columns: readonly Float64Array[]
}

export function lastDayOf({ firstDay, columns }: DailySeries): number {
  return firstDay + (columns[0]?.length ?? 0) - 1
}

/** What was reported on a day; `NaN` when nothing was. */
export function reportedOn({ firstDay, columns }: DailySeries, day: number, column = 0): number {
  return columns[column]?.[day - firstDay] ?? Number.NaN
}

/** A series of good reports from its days in any order, each once, with their values by column. */
export function toDailySeries(
  days: readonly number[],
  columns: readonly (readonly number[])[],
  lastSec: number,
): DailySeries {
  let firstDay = Number.POSITIVE_INFINITY
  for (const day of days) firstDay = Math.min(firstDay, day)
  const length = dayOf(lastSec) - firstDay + 1
  const dense = columns.map((values) => {
    const column = new Float64Array(length).fill(Number.NaN)
    for (const [index, day] of days.entries()) column[day - firstDay] = values[index] ?? Number.NaN
    return column
  })
  return { firstDay, lastSec, isLastCarried: false, columns: dense }
}

/** The days of all prices, from the first to the last or `today` (stablecoins.md#prices). */
export function priceDays(
  series: readonly DailySeries[],
  today: number,
): { firstDay: number; length: number } {
  if (series.length === 0) return { firstDay: today, length: 0 }
  const firstDay = Math.min(...series.map((own) => own.firstDay))
  const lastDay = Math.min(today, Math.max(...series.map(lastDayOf)))
  return { firstDay, length: Math.max(0, lastDay - firstDay + 1) }
}
