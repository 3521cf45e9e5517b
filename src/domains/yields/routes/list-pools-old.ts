import Type from 'typebox'
import { defineRoute } from '../../../http/route.ts'
import { shape } from '../../../http/schemas.ts'
import { HOUR_SEC } from '../../../lib/clock.ts'
import { listedPoolFacts, readListedPools } from './listed-pools.ts'
import { apyFilters, poolFilters } from './pool-filters.ts'
import { olderPart, poolItem } from './pool-items.ts'
import { examplePool, olderMembers, poolMembers, wrap, wrapped } from './pool-shapes.ts'

export const olderPoolSchema = shape({ ...poolMembers, ...olderMembers })

export const listPoolsOld = defineRoute({
  id: 'yields.listPoolsOld',
  summary: 'All pools with the keys they have at their sources',
  describe:
    'The pools of /yields/pools with `pool_old`, the pool’s own key at its source, usually an address, and some figures more.',
  paths: { pro: '/yields/poolsOld' },
  query: poolFilters,
  response: wrapped(Type.Partial(olderPoolSchema)),
  example: {
    status: 'success',
    data: [
      {
        ...examplePool,
        timestamp: '2026-01-31T11:00:00.000Z',
        url: 'https://example.org/pools/1',
        return: 0.00015,
        apyMeanExpanding: 5.49,
        apyStdExpanding: 1.05,
        project_factorized: null,
        chain_factorized: null,
        pool_old: '0x4444444444444444444444444444444444444444-ethereum',
      },
    ],
  },
  table: 'data[]',
  list: { filters: apyFilters },
  reads: listedPoolFacts,
  nowStepSec: HOUR_SEC,
  handler: async ({ query }, context) => {
    const { pools, bounds } = await readListedPools(context, query)
    return wrap(pools.map((pool) => ({ ...poolItem(pool, bounds), ...olderPart(pool) })))
  },
})
