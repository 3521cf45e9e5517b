import { keyedState } from '../../../cache/state.ts'
import { DAY_SEC } from '../../../lib/clock.ts'
import { sql } from '../../../lib/sql.ts'
import type { RowOf } from '../../../store/fact.ts'
import type { Snapshot } from '../../../store/snapshot.ts'
import { lendingSamples } from '../facts.ts'

/** What a lending market lent at a moment, and on what terms. */
export type LendingSample = RowOf<typeof lendingSamples>

/** The newest sample of every lending market, by its pool's id. */
export const lendingState = keyedState<string, LendingSample>({
  name: 'yields.lending',
  reads: [lendingSamples],
  key: sql`pool`,
  load: async (snapshot, keys) => {
    const where = keys === 'all' ? sql`1` : sql`pool IN {keys:Array(String)}`
    const newest = sql`SELECT pool, max(atSec) ${snapshot.versions(lendingSamples, where)} GROUP BY pool`
    const rows = await snapshot.query<LendingSample>(
      sql`SELECT * EXCEPT (quality, run, recordedAt)
       FROM ${snapshot.current(lendingSamples, sql`${where} AND (pool, atSec) IN (${newest})`)}`,
      { keys },
    )
    return rows.map((row): [string, LendingSample] => [row.pool, row])
  },
})

/** The last sample of each UTC day of a lending market, in order of time (semantics 5.5). */
export async function readLendingDays(snapshot: Snapshot, pool: string): Promise<LendingSample[]> {
  const rows = await snapshot.query<LendingSample>(
    sql`SELECT * EXCEPT (quality, run, recordedAt) FROM ${snapshot.current(lendingSamples, sql`pool = {pool:String}`)}
     ORDER BY atSec DESC LIMIT 1 BY intDiv(atSec, ${DAY_SEC})`,
    { pool },
  )
  return rows.reverse()
}
