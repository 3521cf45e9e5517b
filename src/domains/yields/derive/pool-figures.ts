import { dayOf } from '../../../lib/clock.ts'
import { type ApySeries, apyChange, extendSeries, MEAN_DAYS, meanApy } from './apy-series.ts'

/** A yield at a timestamp; `null` when it was not given. */
export interface TimedApy {
  atSec: number
  apyPct: number | null
}

/** What must be known of a pool's past to tell its figures. */
export interface PoolPast<S extends TimedApy = TimedApy> {
  newest: S
  /** Figures over all days before the newest sample's. */
  closed: RunningFigures
  /** Of those days the last, by number. */
  recent: ApySeries
  /** Samples near the timestamps with which the newest one is compared. */
  near: ApySeries
}

const DAYS_A_YEAR = 365

/** What a yearly yield with compound interest earns in a day, a fraction (yields.md#samples). */
export function dailyReturn(apyPct: number): number {
  return (1 + apyPct / 100) ** (1 / DAYS_A_YEAR) - 1
}

/** What adding one more day of a pool needs: counts, means and sums of squared distances. */
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

/** One more day by Welford's method, which loses no small differences between large sums. */
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

/**
 * The geometric mean of a pool's days as a yearly percentage (yields.md#samples). A day's factor is
 * the 365th root of 1 + its yield, so the days of a year fall out; `null` without a day.
 */
export function geometricMeanApy({ count, logSum }: RunningFigures): number | null {
  return count === 0 ? null : Math.expm1(logSum / count) * 100
}

/** Sample standard deviation from squared distances; 0 with fewer than two (yields.md#samples). */
export function sampleDeviation(count: number, squares: number): number {
  return count < 2 ? 0 : Math.sqrt(Math.max(0, squares) / (count - 1))
}

/** How much daily returns vary, yearly percent (yields.md#samples): deviation × √365 × 100. */
export function sigma({ count, returnSquares }: RunningFigures): number {
  return sampleDeviation(count, returnSquares) * Math.sqrt(DAYS_A_YEAR) * 100
}

/** What a pool's past comes to. */
export type PoolFigures = ReturnType<typeof poolFigures>

/** The figures of a pool over all its days, the newest among them (yields.md#samples). */
export function poolFigures({ newest, closed, recent, near }: PoolPast) {
  const lastDay = dayOf(newest.atSec)
  const all = newest.apyPct === null ? closed : addDay(closed, newest.apyPct)
  const days =
    newest.apyPct === null
      ? recent
      : extendSeries(recent, lastDay, newest.apyPct, lastDay - MEAN_DAYS + 1)
  return {
    change1dPct: apyChange(newest, near, 1),
    change7dPct: apyChange(newest, near, 7),
    change30dPct: apyChange(newest, near, 30),
    mean30dPct: meanApy(days, lastDay),
    muPct: geometricMeanApy(all),
    sigmaPct: sigma(all),
    days: all.count,
    meanPct: all.count === 0 ? null : all.meanApyPct,
    deviationPct: sampleDeviation(all.count, all.apySquares),
  }
}

/** A figure to so many decimals, as served (yields.md#precision); unknown stays `null`. */
export function rounded(value: number | null, decimals: number): number | null {
  if (value === null || !Number.isFinite(value)) return null
  const factor = 10 ** decimals
  const scaled = value * factor
  // A number this large has no more decimals than are requested.
  if (Math.abs(scaled) > Number.MAX_SAFE_INTEGER) return value
  // Adding 0 makes a plain 0 of the −0 that a small negative number becomes.
  return Math.round(scaled) / factor + 0
}
