import type { RunningFigures } from './running-figures.ts'

/**
 * The yield of a year in which every day earns what the pool's days earned in the geometric mean,
 * in percent (semantics 5.2): the product of 1 + daily return, to the power of 365 ÷ count, less 1.
 * A day's factor is the 365th root of 1 + its yield, so the days of a year fall out. `null` without
 * a day.
 */
export function geometricMeanApy({ count, logSum }: RunningFigures): number | null {
  return count === 0 ? null : Math.expm1(logSum / count) * 100
}
