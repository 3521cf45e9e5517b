import Type from 'typebox'
import { sparkMember } from '../../../http/lists/spark.ts'
import { defineRoute } from '../../../http/route.ts'
import { shape } from '../../../http/schemas.ts'
import { HOUR_SEC } from '../../../lib/clock.ts'
import { readApySparks } from '../read/sparks.ts'
import { listedPoolFacts, readListedPools } from './listed-pools.ts'
import { apyFilters, poolFilters } from './pool-filters.ts'
import { poolItem } from './pool-items.ts'
import { examplePool, poolMembers, wrap, wrapped } from './pool-shapes.ts'

/** Every member is there unless `fields` leaves it out. */
export const poolSchema = shape({ ...poolMembers, spark: sparkMember('Yield, percent') })

export const listPools = defineRoute({
  id: 'yields.listPools',
  summary: 'All pools with their yields',
  describe:
    'Pools of at least 10,000 USD that were measured in the last 7 days, largest first. Changes are in percentage points and count back from the pool’s newest record.',
  paths: { free: '/pools', pro: '/yields/pools' },
  query: poolFilters,
  response: wrapped(Type.Partial(poolSchema)),
  example: { status: 'success', data: [examplePool] },
  table: 'data[]',
  list: {
    filters: apyFilters,
    spark: { describe: 'the yield in percent', key: 'pool', read: readApySparks },
  },
  reads: listedPoolFacts,
  nowStepSec: HOUR_SEC,
  handler: async ({ query }, context) => {
    const { pools, bounds } = await readListedPools(context, query)
    return wrap(pools.map((pool) => poolItem(pool, bounds)))
  },
})
