import { at } from '../../../../lib/at.ts'
import type { ApySeries } from './apy-series.ts'

/** How many days are in the mean. */
export const MEAN_DAYS = 30

/**
 * Mean of the daily yields of the thirty days that end with `lastDay` (semantics 5.2); days without
 * a record do not count. Days are counted from 1970; a day's yield is that of its last record.
 */
export function meanApy({ times: days, apysPct }: ApySeries, lastDay: number): number | null {
  let sum = 0
  let count = 0
  for (const [index, day] of days.entries()) {
    if (day > lastDay || day <= lastDay - MEAN_DAYS) continue
    sum += at(apysPct, index)
    count++
  }
  return count === 0 ? null : sum / count
}
