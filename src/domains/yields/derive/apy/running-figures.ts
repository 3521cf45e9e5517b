import { dailyReturn } from './daily-return.ts'

/**
 * What must be remembered of a pool's days so that one more can be added: counts, means and sums of
 * squared distances from them.
 */
export interface RunningFigures {
  count: number
  /** Sum of the natural logarithms of 1 + yield. */
  logSum: number
  meanReturn: number
  returnSquares: number
  meanApyPct: number
  apySquares: number
}

export const NO_DAYS: RunningFigures = {
  count: 0,
  logSum: 0,
  meanReturn: 0,
  returnSquares: 0,
  meanApyPct: 0,
  apySquares: 0,
}

/**
 * The figures with one more day (Welford's method, which does not lose small differences between
 * large sums).
 */
export function addDay(known: RunningFigures, apyPct: number): RunningFigures {
  const count = known.count + 1
  const earned = dailyReturn(apyPct)
  const meanReturn = known.meanReturn + (earned - known.meanReturn) / count
  const meanApyPct = known.meanApyPct + (apyPct - known.meanApyPct) / count
  return {
    count,
    logSum: known.logSum + Math.log1p(apyPct / 100),
    meanReturn,
    returnSquares: known.returnSquares + (earned - known.meanReturn) * (earned - meanReturn),
    meanApyPct,
    apySquares: known.apySquares + (apyPct - known.meanApyPct) * (apyPct - meanApyPct),
  }
}
