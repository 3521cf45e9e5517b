import { DAY_SEC } from '../../../lib/clock.ts'
import { sql } from '../../../lib/sql.ts'
import type { RowOf } from '../../../store/fact.ts'
import type { Snapshot } from '../../../store/snapshot.ts'
import type { ApySeries } from '../derive/apy/apy-series.ts'
import { MEAN_DAYS } from '../derive/apy/mean-apy.ts'
import { stakingRates, yieldSamples } from '../facts.ts'

/** What a staking token was worth at a moment. */
export type StakingRate = RowOf<typeof stakingRates>

/** The newest rate of every staking token; there are only dozens. */
export function listStakingRates(snapshot: Snapshot): Promise<StakingRate[]> {
  return snapshot.query<StakingRate>(
    sql`SELECT * EXCEPT (quality, run, recordedAt) FROM ${snapshot.current(stakingRates)}
     ORDER BY coin, atSec DESC LIMIT 1 BY coin`,
  )
}

/**
 * Base yields of the days before each pool's newest sample, whose time is given; a day's last
 * sample stands for it.
 */
export async function readBaseDays(
  snapshot: Snapshot,
  pools: ReadonlyMap<string, number>,
): Promise<Map<string, ApySeries>> {
  if (pools.size === 0) return new Map()
  const fromSec = Math.min(...pools.values()) - MEAN_DAYS * DAY_SEC
  const wanted = sql`pool IN {pools:Array(String)} AND atSec >= {fromSec:UInt32}`
  const rows = await snapshot.query<{ pool: string; day: number; apyPct: number | null }>(
    sql`SELECT pool, intDiv(atSec, ${DAY_SEC}) AS day, apyBasePct AS apyPct FROM ${snapshot.current(yieldSamples, wanted)} ORDER BY pool, atSec DESC LIMIT 1 BY pool, day`,
    { pools: [...pools.keys()], fromSec: Math.max(0, fromSec) },
  )
  const byPool = new Map<string, { times: number[]; apysPct: number[] }>()
  for (const { pool, day, apyPct } of rows.reverse()) {
    const series = byPool.get(pool) ?? { times: [], apysPct: [] }
    byPool.set(pool, series)
    if (apyPct === null) continue
    series.times.push(day)
    series.apysPct.push(apyPct)
  }
  return byPool
}
