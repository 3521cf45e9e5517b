import type { RunningFigures } from './running-figures.ts'
import { sampleDeviation } from './sample-deviation.ts'

const DAYS_A_YEAR = 365

/**
 * How much a pool's daily returns vary, as of a year and in percent (semantics 5.2): their sample
 * standard deviation × √365 × 100.
 */
export function sigma({ count, returnSquares }: RunningFigures): number {
  return sampleDeviation(count, returnSquares) * Math.sqrt(DAYS_A_YEAR) * 100
}
