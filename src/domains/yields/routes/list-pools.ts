import Type from 'typebox'
import { sparkMember } from '../../../http/lists/spark.ts'
import { defineRoute } from '../../../http/route.ts'
import { shape } from '../../../http/schemas.ts'
import { HOUR_SEC } from '../../../lib/clock.ts'
import { hasPlausibleLtv } from '../derive/listed.ts'
import { readApySparks } from '../read/samples.ts'
import { wrap, wrapped } from '../records.ts'
import { byId, type ListedPool, listedPoolFacts, readListedPools } from './listed-pools.ts'
import { apyFilters, poolFilters } from './pool-filters.ts'
import { borrowPoolRecord, olderPoolRecord, poolRecord } from './pool-items.ts'

/** Every member is there unless `fields` leaves it out. */
export const poolSchema = shape({ ...poolRecord.members, spark: sparkMember('Yield, percent') })

/** What all lists of pools have. */
const common = {
  query: poolFilters,
  table: 'data[]',
  reads: listedPoolFacts,
  nowStepSec: HOUR_SEC,
}

export const listPools = defineRoute({
  ...common,
  id: 'yields.listPools',
  summary: 'All pools with their yields',
  describe:
    'Pools of at least 10,000 USD that were measured in the last 7 days, largest first. Changes are in percentage points and count back from the pool’s newest record.',
  paths: { free: '/pools', pro: '/yields/pools' },
  response: wrapped(Type.Partial(poolSchema)),
  example: { status: 'success', data: [poolRecord.example] },
  list: {
    filters: apyFilters,
    spark: { describe: 'the yield in percent', key: 'pool', read: readApySparks },
  },
  handler: async ({ query }, context) => {
    const { pools, bounds } = await readListedPools(context, query)
    return wrap(pools.map((pool) => poolRecord.item({ ...pool, bounds })))
  },
})

export const listPoolsOld = defineRoute({
  ...common,
  id: 'yields.listPoolsOld',
  summary: 'All pools with the keys they have at their sources',
  describe:
    'The pools of /yields/pools with `pool_old`, the pool’s own key at its source, usually an address, and some figures more.',
  paths: { pro: '/yields/poolsOld' },
  response: wrapped(Type.Partial(olderPoolRecord.schema)),
  example: { status: 'success', data: [olderPoolRecord.example] },
  list: { filters: apyFilters },
  handler: async ({ query }, context) => {
    const { pools, bounds } = await readListedPools(context, query)
    return wrap(pools.map((pool) => olderPoolRecord.item({ ...pool, bounds })))
  },
})

export const listBorrowPools = defineRoute({
  ...common,
  id: 'yields.listBorrowPools',
  summary: 'All lending markets with what borrowing costs',
  describe:
    'The pools of /yields/pools that are lending markets, most supplied first. Markets whose loan to value is not between 0 and 1 are left out.',
  paths: { pro: '/yields/poolsBorrow' },
  response: wrapped(Type.Partial(borrowPoolRecord.schema)),
  example: {
    status: 'success',
    data: [{ ...borrowPoolRecord.example, symbol: 'WETH', exposure: 'single', ilRisk: 'no' }],
  },
  list: { filters: apyFilters },
  handler: async ({ query }, context) => {
    const { pools, bounds } = await readListedPools(context, query)
    const markets = pools.flatMap((pool) => {
      const { lending } = pool
      return lending !== undefined && hasPlausibleLtv(lending.ltv) ? [{ ...pool, lending }] : []
    })
    markets.sort((a, b) => supplyOf(b) - supplyOf(a) || byId(a, b))
    return wrap(markets.map((market) => borrowPoolRecord.item({ ...market, bounds })))
  },
})

/** A market whose supply is not known comes last. */
function supplyOf({ lending }: ListedPool): number {
  return lending?.totalSupplyUsd ?? -1
}
