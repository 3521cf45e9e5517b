import { derivedState, keyedState } from '../../../cache/state.ts'
import { sql } from '../../../lib/sql.ts'
import type { RowOf } from '../../../store/fact.ts'
import { registryState } from '../../registry/public.ts'
import { projectSlugs } from '../derive/project-slugs.ts'
import { yieldPools } from '../facts.ts'

/** A pool as it was described. */
export type PoolDescription = Omit<RowOf<typeof yieldPools>, 'atSec'>

/** What every pool is, by its id. */
export const poolDescriptionState = keyedState<string, PoolDescription>({
  name: 'yields.poolDescriptions',
  reads: [yieldPools],
  key: sql`pool`,
  load: async (snapshot, keys) => {
    const where = keys === 'all' ? sql`1` : sql`pool IN {keys:Array(String)}`
    const rows = await snapshot.query<PoolDescription>(
      sql`SELECT * EXCEPT (quality, run, recordedAt) FROM ${snapshot.current(yieldPools, where)}`,
      { keys },
    )
    return rows.map((row): [string, PoolDescription] => [row.pool, row])
  },
})

/** The present slugs of all projects, by whatever a pool may call them. */
export const projectSlugState = derivedState({
  name: 'yields.projectSlugs',
  from: [registryState],
  make: (registry): ReadonlyMap<string, string> => projectSlugs(registry.listChildren()),
})
