import type { StateDefinition } from '../../../cache/states.ts'
import { DAY_SEC } from '../../../lib/clock.ts'
import type { RowOf } from '../../../store/fact.ts'
import type { Snapshot } from '../../../store/snapshot.ts'
import { lendingSamples } from '../facts.ts'

/** What a lending market lent at a moment, and on what terms. */
export type LendingSample = RowOf<typeof lendingSamples>

/**
 * The newest sample of every lending market, by its pool's id; the rows of later runs are added.
 */
export const lendingState: StateDefinition<ReadonlyMap<string, LendingSample>> = {
  name: 'yields.lending',
  reads: [lendingSamples],
  build: (snapshot) => loadNewest(snapshot, 0),
  update: async (known, snapshot, sinceRun) => {
    const later = await loadNewest(snapshot, sinceRun)
    const isNewer = ([pool, { atSec }]: [string, LendingSample]) =>
      atSec >= (known.get(pool)?.atSec ?? 0)
    return new Map([...known, ...[...later].filter(isNewer)])
  },
}

async function loadNewest(
  snapshot: Snapshot,
  sinceRun: number,
): Promise<Map<string, LendingSample>> {
  const newest = `SELECT pool, max(atSec) ${snapshot.versions(lendingSamples, 'run > {sinceRun:UInt32}')} GROUP BY pool`
  const rows = await snapshot.query<LendingSample>(
    `SELECT * EXCEPT (quality, run, recordedAt) FROM ${snapshot.current(lendingSamples, `run > {sinceRun:UInt32} AND (pool, atSec) IN (${newest})`)}`,
    { sinceRun },
  )
  return new Map(rows.map((row) => [row.pool, row]))
}

/** The last sample of each UTC day of a lending market, in order of time (semantics 5.5). */
export async function readLendingDays(snapshot: Snapshot, pool: string): Promise<LendingSample[]> {
  const versions = snapshot.versions(lendingSamples, 'pool = {pool:String}')
  const rows = await snapshot.query<LendingSample>(
    `SELECT * EXCEPT (quality, run, recordedAt) ${versions} ORDER BY atSec DESC, run DESC LIMIT 1 BY intDiv(atSec, ${DAY_SEC})`,
    { pool },
  )
  return rows.reverse()
}
