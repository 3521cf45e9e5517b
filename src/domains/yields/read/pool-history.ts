import { keyedState } from '../../../cache/state.ts'
import { sql } from '../../../lib/sql.ts'
import { type PoolFigures, poolFigures } from '../derive/pool-figures.ts'
import { yieldSamples } from '../facts.ts'
import { loadAllPasts, loadPasts } from './pool-pasts.ts'
import type { Sample } from './samples.ts'

/** A pool's newest sample, and what its past comes to. */
export interface PoolHistory {
  readonly newest: Sample
  readonly figures: PoolFigures
}

export const poolHistoryState = keyedState<string, PoolHistory>({
  name: 'yields.poolHistory',
  reads: [yieldSamples],
  key: sql`pool`,
  load: async (snapshot, keys) => {
    const pasts = keys === 'all' ? await loadAllPasts(snapshot) : await loadPasts(snapshot, keys)
    return [...pasts].map(([pool, past]): [string, PoolHistory] => [
      pool,
      { newest: past.newest, figures: poolFigures(past) },
    ])
  },
})
