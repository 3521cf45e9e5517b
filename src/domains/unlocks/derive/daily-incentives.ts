import { DAY_SEC } from '../../../lib/clock.ts'
import { chartDays } from './chart-days.ts'
import type { SectionCurve } from './section-curve.ts'

export type DailyIncentive = ReturnType<typeof dailyIncentives>[number]

/** Tokens given by incentive sections on each day that had some (unlocks.md#incentives). */
export function dailyIncentives(sections: readonly SectionCurve[], nowSec: number) {
  const paying = sections.filter(({ isIncentive }) => isIncentive)
  return chartDays(paying).flatMap((daySec) => {
    const endSec = Math.min(daySec + DAY_SEC, nowSec)
    if (endSec <= daySec) return []
    const amount = paying.reduce(
      (sum, section) => sum + section.emittedBefore(endSec) - section.emittedBefore(daySec),
      0,
    )
    // Made, at least in part, from a forecast.
    const isForecast = paying.some(
      ({ incomplete }) => incomplete !== undefined && incomplete.lastRecordSec < endSec,
    )
    return amount > 0 ? [{ daySec, amount, isForecast }] : []
  })
}
