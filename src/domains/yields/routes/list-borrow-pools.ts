import Type from 'typebox'
import { defineRoute } from '../../../http/route.ts'
import { shape } from '../../../http/schemas.ts'
import { HOUR_SEC } from '../../../lib/clock.ts'
import { hasPlausibleLtv } from '../derive/ltv-range.ts'
import { byId, type ListedPool, listedPoolFacts, readListedPools } from './listed-pools.ts'
import { apyFilters, poolFilters } from './pool-filters.ts'
import { borrowPart, poolItem } from './pool-items.ts'
import { borrowMembers, examplePool, poolMembers, wrap, wrapped } from './pool-shapes.ts'

export const borrowPoolSchema = shape({ ...poolMembers, ...borrowMembers })

export const listBorrowPools = defineRoute({
  id: 'yields.listBorrowPools',
  summary: 'All lending markets with what borrowing costs',
  describe:
    'The pools of /yields/pools that are lending markets, most supplied first. Markets whose loan to value is not between 0 and 1 are left out.',
  paths: { pro: '/yields/poolsBorrow' },
  query: poolFilters,
  response: wrapped(Type.Partial(borrowPoolSchema)),
  example: {
    status: 'success',
    data: [
      {
        ...examplePool,
        symbol: 'WETH',
        exposure: 'single',
        ilRisk: 'no',
        apyBaseBorrow: 5.03,
        apyRewardBorrow: null,
        totalSupplyUsd: 89_000_000,
        totalBorrowUsd: 76_500_000,
        debtCeilingUsd: null,
        ltv: 0.805,
        borrowable: true,
        mintedCoin: null,
        borrowFactor: null,
      },
    ],
  },
  table: 'data[]',
  list: { filters: apyFilters },
  reads: listedPoolFacts,
  nowStepSec: HOUR_SEC,
  handler: async ({ query }, context) => {
    const { pools, bounds } = await readListedPools(context, query)
    const markets = pools.flatMap((pool) => {
      const { lending } = pool
      return lending !== undefined && hasPlausibleLtv(lending.ltv) ? [{ ...pool, lending }] : []
    })
    markets.sort((a, b) => supplyOf(b) - supplyOf(a) || byId(a, b))
    return wrap(
      markets.map((market) => ({ ...poolItem(market, bounds), ...borrowPart(market.lending) })),
    )
  },
})

/** A market whose supply is not known comes last. */
function supplyOf({ lending }: ListedPool): number {
  return lending?.totalSupplyUsd ?? -1
}
