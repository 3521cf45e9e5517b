import type { StateDefinition } from '../../../cache/states.ts'
import type { RowOf } from '../../../store/fact.ts'
import type { Snapshot } from '../../../store/snapshot.ts'
import { protocols, registryState } from '../../registry/public.ts'
import { projectSlugs } from '../derive/project-slugs.ts'
import { yieldPools } from '../facts.ts'

/** A pool as it was described. */
export type PoolDescription = Omit<RowOf<typeof yieldPools>, 'atSec'>

export type PoolDescriptions = ReadonlyMap<string, PoolDescription>

/** What every pool is, by its id; the rows of later runs are added. */
export const poolDescriptionState: StateDefinition<PoolDescriptions> = {
  name: 'yields.poolDescriptions',
  reads: [yieldPools],
  build: (snapshot) => load(snapshot, 0),
  update: async (known, snapshot, sinceRun) =>
    new Map([...known, ...(await load(snapshot, sinceRun))]),
}

async function load(snapshot: Snapshot, sinceRun: number): Promise<PoolDescriptions> {
  const rows = await snapshot.query<PoolDescription>(
    `SELECT * EXCEPT (quality, run, recordedAt) FROM ${snapshot.current(yieldPools, 'run > {sinceRun:UInt32}')}`,
    { sinceRun },
  )
  return new Map(rows.map((row) => [row.pool, row]))
}

/** The present slugs of all projects, by whatever a pool may call them. */
export const projectSlugState: StateDefinition<ReadonlyMap<string, string>> = {
  name: 'yields.projectSlugs',
  reads: [protocols],
  build: async (snapshot, states) =>
    projectSlugs((await states.get(registryState, snapshot)).listChildren()),
}
