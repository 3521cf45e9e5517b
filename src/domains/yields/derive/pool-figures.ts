import { apyChange } from './apy/apy-change.ts'
import { extendSeries } from './apy/apy-series.ts'
import { geometricMeanApy } from './apy/geometric-mean-apy.ts'
import { MEAN_DAYS, meanApy } from './apy/mean-apy.ts'
import { dayOf, type PoolPast } from './apy/pool-past.ts'
import { addDay } from './apy/running-figures.ts'
import { sampleDeviation } from './apy/sample-deviation.ts'
import { sigma } from './apy/sigma.ts'

/** What a pool's past comes to. */
export interface PoolFigures {
  change1dPct: number | null
  change7dPct: number | null
  change30dPct: number | null
  mean30dPct: number | null
  muPct: number | null
  sigmaPct: number
  days: number
  meanPct: number | null
  deviationPct: number
}

/** The figures of a pool over all its days, the newest among them (semantics 5.2). */
export function poolFigures({ newest, closed, recent, near }: PoolPast): PoolFigures {
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
