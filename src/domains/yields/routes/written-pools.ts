import type { StateDefinition } from '../../../cache/states.ts'
import { Rendered } from '../../../http/rendered.ts'
import { type ApyBounds, isOutlier } from '../derive/outlier.ts'
import { yieldSamples } from '../facts.ts'
import type { PoolDescription } from '../read/pool-descriptions.ts'
import type { PoolHistory } from '../read/pool-history.ts'
import type { ListedPool } from './listed-pools.ts'
import { poolItem } from './pool-items.ts'

/** A pool as it was written last, and what it was written from. */
interface Written {
  readonly history: PoolHistory
  readonly description: PoolDescription
  readonly project: string
  readonly traits: ListedPool['traits']
  readonly isOutlier: boolean
  readonly text: string
}

/**
 * Pools written out. Writing twenty thousand of them takes longer than everything else, so each is
 * kept until something of it has changed.
 */
export class WrittenPools {
  readonly #byPool = new Map<string, Written>()

  write(pool: ListedPool, bounds: ApyBounds): string {
    const { description, history, project, traits } = pool
    const known = this.#byPool.get(description.pool)
    const outlier = isOutlier(history.newest.apyPct, bounds)
    const isSame =
      known?.history === history && known.description === description && known.project === project
    if (isSame && known.isOutlier === outlier && areSame(known.traits, traits)) return known.text
    const text = JSON.stringify(poolItem(pool, bounds))
    this.#byPool.set(description.pool, {
      history,
      description,
      project,
      traits,
      isOutlier: outlier,
      text,
    })
    return text
  }
}

function areSame(a: ListedPool['traits'], b: ListedPool['traits']): boolean {
  return a.isStable === b.isStable && a.exposure === b.exposure && a.ilRisk === b.ilRisk
}

/**
 * It follows the histories by itself: a pool of which a new sample has made another object is
 * written again.
 */
export const writtenPoolsState: StateDefinition<WrittenPools> = {
  name: 'yields.writtenPools',
  reads: [yieldSamples],
  build: async () => new WrittenPools(),
  update: async (known) => known,
}

/** Pools in the wrapper that all lists have. */
export function joinPools(
  written: WrittenPools,
  pools: readonly ListedPool[],
  bounds: ApyBounds,
): Rendered {
  return new Rendered(
    `{"status":"success","data":[${pools.map((pool) => written.write(pool, bounds)).join(',')}]}`,
  )
}
