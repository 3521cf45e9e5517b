import { DAY_SEC } from '../../../../lib/clock.ts'
import type { ApySeries } from './apy-series.ts'
import type { RunningFigures } from './running-figures.ts'

/** A yield at a moment; `null` when it was not given. */
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
  /** Samples near the moments with which the newest one is compared. */
  near: ApySeries
}

export function dayOf(atSec: number): number {
  return Math.floor(atSec / DAY_SEC)
}
