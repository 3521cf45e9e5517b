import { amongKeys } from '../../../cache/among-keys.ts'
import { keyedState } from '../../../cache/state.ts'
import { sql } from '../../../lib/sql.ts'
import type { RowOf } from '../../../store/fact.ts'
import type { Snapshot } from '../../../store/snapshot.ts'
import { lendingSamples } from '../facts.ts'
import { readLastOfDays } from './samples.ts'

/** What a lending market lent at a timestamp, and on what terms. */
export type LendingSample = RowOf<typeof lendingSamples>

/** The newest sample of every lending market, by its pool's id. */
export const lendingState = keyedState<string, LendingSample>({
  name: 'yields.lending',
  reads: [lendingSamples],
  key: sql`pool`,
  load: async (snapshot, keys) => {
    const where = amongKeys(sql`pool`, keys)
    const newest = sql`SELECT pool, max(atSec) ${snapshot.versions(lendingSamples, where)} GROUP BY pool`
    const rows = await snapshot.query<LendingSample>(
      sql`SELECT * EXCEPT (quality, run, recordedAt)
       FROM ${snapshot.current(lendingSamples, sql`${where} AND (pool, atSec) IN (${newest})`)}`,
      { keys },
    )
    return rows.map((row): [string, LendingSample] => [row.pool, row])
  },
})

/** The last sample of each UTC day, in order of time (yields.md#lend-and-borrow-chart). */
export function readLendingDays(snapshot: Snapshot, pool: string): Promise<LendingSample[]> {
  const columns = sql`* EXCEPT (quality, run, recordedAt)`
  return readLastOfDays<LendingSample>(snapshot, lendingSamples, columns, pool)
}
