import { nameIndex, type Searchable } from '../../http/searchable.ts'
import { chains } from '../registry/public.ts'
import { poolDescriptionState } from './read/pool-descriptions.ts'
import { poolHistoryState } from './read/pool-pasts.ts'

export const poolSearch: Searchable = {
  kind: 'pool',
  index: nameIndex('yields.poolNames', poolDescriptionState, (pools) =>
    [...pools.values()].map(({ pool, symbol, project, chain, poolMeta }) => ({
      id: pool,
      texts: [symbol, project, chains.nameOf(chain), poolMeta, pool],
    })),
  ),
  readHits: async ({ states, snapshot }) => {
    const pools = await states.get(poolDescriptionState, snapshot)
    const histories = await states.get(poolHistoryState, snapshot)
    return (id) => {
      const pool = pools.get(id)
      if (pool === undefined) return undefined
      return {
        name: `${pool.symbol} · ${pool.project} · ${chains.nameOf(pool.chain)}`,
        symbol: pool.symbol,
        root: 'free',
        path: `/chart/${encodeURIComponent(id)}`,
        sizeUsd: histories.get(id)?.newest.tvlUsd ?? null,
      }
    }
  },
}
