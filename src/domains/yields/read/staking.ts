import { DAY_SEC } from '../../../lib/clock.ts'
import { sql } from '../../../lib/sql.ts'
import type { RowOf } from '../../../store/fact.ts'
import type { Snapshot } from '../../../store/snapshot.ts'
import { type ApySeries, MEAN_DAYS } from '../derive/apy-series.ts'
import { stakingRates } from '../facts.ts'
import { readApyDays } from './samples.ts'

/** What a staking token was worth at a timestamp; other types are held. */
export type StakingRate = Omit<RowOf<typeof stakingRates>, 'type'> & {
  type: 'rebase' | 'accruing' | null
}

/** The newest rate of every staking token; there are only dozens. */
export function listStakingRates(snapshot: Snapshot): Promise<StakingRate[]> {
  return snapshot.query<StakingRate>(
    sql`SELECT * EXCEPT (quality, run, recordedAt) FROM ${snapshot.current(stakingRates)}
     ORDER BY coin, atSec DESC LIMIT 1 BY coin`,
  )
}

/** Base yields of the days before each pool's newest sample, whose time is given; last samples. */
export async function readBaseDays(
  snapshot: Snapshot,
  pools: ReadonlyMap<string, number>,
): Promise<Map<string, ApySeries>> {
  if (pools.size === 0) return new Map()
  const fromSec = Math.min(...pools.values()) - MEAN_DAYS * DAY_SEC
  const byPool = await readApyDays(snapshot, 'apyBasePct', [...pools.keys()], fromSec)
  return new Map(
    [...byPool].map(([pool, days]) => {
      const known = days.flatMap(({ day, apyPct }) => (apyPct === null ? [] : [{ day, apyPct }]))
      const times = known.map(({ day }) => day)
      return [pool, { times, apysPct: known.map(({ apyPct }) => apyPct) }]
    }),
  )
}
