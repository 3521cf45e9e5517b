import type { Totals } from './totals.ts'

/**
 * The share of the protocols expected to report for D that did, weighed by their last 30 days.
 * Those with a value in these days are expected; without any it is `undefined`.
 */
export function coverageOf(parts: readonly Totals[]): number | undefined {
  let expected = 0
  let reported = 0
  for (const { total30d, yearDays } of parts) {
    if (total30d === null) continue
    const worth = Math.abs(total30d)
    expected += worth
    if (yearDays[0] === 1) reported += worth
  }
  return expected === 0 ? undefined : reported / expected
}
