import { DAY_SEC } from '../../../lib/clock.ts'
import { CHANGE_WIDTH_SEC } from './apy-change.ts'
import { type ApySeries, extendSeries } from './apy-series.ts'
import { MEAN_DAYS } from './mean-apy.ts'
import { addDay, type RunningFigures } from './running-figures.ts'

/** A yield at a moment; `null` when it was not given. */
export interface TimedApy {
  atSec: number
  apyPct: number | null
}

/**
 * What must be known of a pool's past to tell its figures, and to go on when its next sample comes.
 */
export interface PoolPast<S extends TimedApy = TimedApy> {
  newest: S
  /** Figures over all days before the newest sample's. */
  closed: RunningFigures
  /** Of those days the last, by number. */
  recent: ApySeries
  /**
   * Samples near the moments with which the newest one is compared, or with which those to come
   * will be.
   */
  near: ApySeries
  /** A newest sample up to this moment finds in `near` all that it is compared with. */
  nearUntilSec: number
}

/** For how long samples to compare with are read in advance. */
export const LOOK_AHEAD_SEC = DAY_SEC

/**
 * The past with the next sample: one of the same UTC day takes the place of the newest, one of a
 * later day closes that day.
 */
export function continuePast<S extends TimedApy>(past: PoolPast<S>, sample: S): PoolPast<S> {
  const { newest, closed, recent } = past
  const [day, lastDay] = [dayOf(sample.atSec), dayOf(newest.atSec)]
  // It is what the one of the next day will be compared with.
  const near =
    sample.apyPct === null
      ? past.near
      : extendSeries(past.near, sample.atSec, sample.apyPct, oldestNeeded(sample.atSec))
  if (day === lastDay || newest.apyPct === null) return { ...past, newest: sample, near }
  return {
    ...past,
    newest: sample,
    near,
    closed: addDay(closed, newest.apyPct),
    recent: extendSeries(recent, lastDay, newest.apyPct, day - MEAN_DAYS + 1),
  }
}

function oldestNeeded(atSec: number): number {
  return atSec - 30 * DAY_SEC - CHANGE_WIDTH_SEC
}

export function dayOf(atSec: number): number {
  return Math.floor(atSec / DAY_SEC)
}
