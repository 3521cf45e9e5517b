import { rowState, type TimelessRow } from '../../../cache/row-state.ts'
import { derivedState } from '../../../cache/state.ts'
import { registryState } from '../../registry/public.ts'
import { projectSlugs } from '../derive/project-slugs.ts'
import { yieldPools } from '../facts.ts'

/** A pool as it was described. */
export type PoolDescription = TimelessRow<typeof yieldPools>

/** What every pool is, by its id. */
export const poolDescriptionState = rowState('yields.poolDescriptions', yieldPools, 'pool')

/** The present slugs of all projects, by whatever a pool may call them. */
export const projectSlugState = derivedState({
  name: 'yields.projectSlugs',
  from: [registryState],
  make: (registry): ReadonlyMap<string, string> => projectSlugs(registry.listChildren()),
})
