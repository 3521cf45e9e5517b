/** Feeds fail for a day or a weekend; what was not reported for longer is gone. */
export const STANDS_DAYS = 7

/** Decision 131: whether what was last reported on a day still stands on another. */
export function standsOn(lastDay: number, day: number): boolean {
  return day - lastDay <= STANDS_DAYS
}
