import type { Totals } from './totals.ts'

/**
 * The share of those expected to report for D that did, weighed by what they were worth in the last
 * 30 days; `undefined` when nobody is expected. Whoever had a value within the 30 days is expected.
 */
export function coverageOf(parts: readonly Totals[]): number | undefined {
  let expected = 0
  let reported = 0
  for (const { total30d, yearDays } of parts) {
    const worth = Math.abs(total30d ?? 0)
    expected += worth
    if (yearDays[0] === 1) reported += worth
  }
  return expected === 0 ? undefined : reported / expected
}
