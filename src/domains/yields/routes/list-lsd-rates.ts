import Type from 'typebox'
import { defineRoute, type RequestContext } from '../../../http/route.ts'
import { namedShape, nullable } from '../../../http/schemas.ts'
import { at } from '../../../lib/at.ts'
import { HOUR_SEC } from '../../../lib/clock.ts'
import { sql } from '../../../lib/sql.ts'
import { chains, protocols } from '../../registry/public.ts'
import { EMPTY_SERIES } from '../derive/apy/apy-series.ts'
import { meanApy } from '../derive/apy/mean-apy.ts'
import { dayOf } from '../derive/apy/pool-past.ts'
import { isRecent } from '../derive/listed.ts'
import { marketShares } from '../derive/market-shares.ts'
import { ethPeg } from '../derive/tokens/eth-peg.ts'
import { stakingRates, yieldPools, yieldSamples } from '../facts.ts'
import { poolDescriptionState, projectSlugState } from '../read/pool-descriptions.ts'
import { readNewest, type Sample } from '../read/samples.ts'
import { listStakingRates, readBaseDays, type StakingRate } from '../read/staking.ts'
import { oneOf, symbolFilter } from './pool-filters.ts'
import { dollars, rate } from './pool-items.ts'
import { number, text, wrap, wrapped } from './pool-shapes.ts'

/** Shape B, which is served unless the other one is asked for (decision 15). */
export const lsdRate = namedShape('LsdRate', {
  name: Type.String({ description: 'Display name of the token' }),
  symbol: Type.String({ description: 'Symbol of the token' }),
  address: Type.String({ description: 'Contract of the token' }),
  type: nullable(
    Type.Union([Type.Literal('rebase'), Type.Literal('accruing')], {
      description: 'How rewards show: in the balance (rebase) or in the price (accruing)',
    }),
  ),
  expectedRate: Type.Number({ description: 'ETH that one token stands for' }),
  marketRate: number('ETH that one token trades for'),
  ethPeg: number('How far the second is from the first, percent'),
  fee: number('Share of the rewards that is kept, a fraction'),
})

/** Shape A: the same tokens by the yields of their pools. */
export const lsdYield = namedShape('LsdYield', {
  pool: text('Id, a UUID'),
  project: text('Slug'),
  symbol: Type.String({ description: 'Symbol of the token' }),
  chain: Type.String({ description: 'Display name of the chain' }),
  apy: number('Percent'),
  tvlUsd: number('Whole USD'),
  apyBase: number('Percent'),
  apyBase7d: number('Percent'),
  apyBase30d: number('Mean of the daily base yields of 30 days, percent'),
  marketShare: number('Share of the value of all of them, percent'),
})

export const listLsdRates = defineRoute({
  id: 'yields.listLsdRates',
  summary: 'Rates of liquid-staking tokens',
  describe:
    'What each token stands for and trades for in ETH, by the value staked in it, largest first; tokens without a rate in the last 7 days are left out. `shape=A` gives the yields of their pools instead.',
  paths: { pro: '/yields/lsdRates' },
  query: {
    shape: oneOf(
      'B: rates, as a bare list. A: yields, wrapped like the other yield operations.',
      ['B', 'A'],
      'A',
    ),
    symbol: symbolFilter('HARETH'),
  },
  response: Type.Union([Type.Array(Type.Partial(lsdRate)), wrapped(Type.Partial(lsdYield))]),
  example: [
    {
      name: 'Harbor Stake',
      symbol: 'HSTETH',
      address: '0x5555555555555555555555555555555555555555',
      type: 'accruing',
      expectedRate: 1.1,
      marketRate: 1.0978,
      ethPeg: -0.2,
      fee: 0.1,
    },
  ],
  table: '[] | data[]',
  list: {},
  reads: [stakingRates, yieldPools, yieldSamples, protocols],
  nowStepSec: HOUR_SEC,
  handler: async ({ query }, context) => {
    const wanted = query.symbol && new Set(query.symbol.map((symbol) => symbol.toUpperCase()))
    const tokens = (await readTokens(context)).filter(
      ({ newest }) => wanted?.has(newest.symbol.toUpperCase()) ?? true,
    )
    if (query.shape === 'B') return tokens.map(toRate)
    return wrap(await toYields(tokens, context))
  },
})

interface Token {
  newest: StakingRate
  /** The newest sample of its pool. */
  sample: Sample | undefined
  marketShare: number | null
}

/** The tokens that were measured lately, the one with most value first. */
async function readTokens({ snapshot, nowSec }: RequestContext): Promise<Token[]> {
  const recent = (await listStakingRates(snapshot)).filter(({ atSec }) => isRecent(atSec, nowSec))
  const pools = recent.flatMap(({ pool }) => pool ?? [])
  const samples =
    pools.length === 0
      ? new Map<string, Sample>()
      : await readNewest(snapshot, sql`pool IN {pools:Array(String)}`, { pools })
  const known = recent.map((newest) => {
    const sample = newest.pool === null ? undefined : samples.get(newest.pool)
    return {
      newest,
      sample: sample !== undefined && isRecent(sample.atSec, nowSec) ? sample : undefined,
    }
  })
  const shares = marketShares(known.map(({ sample }) => sample?.tvlUsd ?? null))
  const tokens = known.map((token, index) => ({ ...token, marketShare: at(shares, index) }))
  return tokens.sort(
    (a, b) =>
      (b.marketShare ?? -1) - (a.marketShare ?? -1) || (a.newest.coin < b.newest.coin ? -1 : 1),
  )
}

/** Rates are prices and keep full precision (decisions 26, 80). */
function toRate({ newest }: Token): Record<keyof (typeof lsdRate)['properties'], unknown> {
  const { name, symbol, coin, type, expectedRate, marketRate, fee } = newest
  return {
    name,
    symbol,
    address: coin.slice(coin.indexOf(':') + 1),
    type,
    expectedRate,
    marketRate,
    ethPeg: ethPeg(expectedRate, marketRate),
    fee,
  }
}

async function toYields(
  tokens: readonly Token[],
  { snapshot, states }: RequestContext,
): Promise<Record<keyof (typeof lsdYield)['properties'], unknown>[]> {
  const descriptions = await states.get(poolDescriptionState, snapshot)
  const slugs = await states.get(projectSlugState, snapshot)
  const pools = tokens.flatMap(({ newest, sample }): [string, number][] =>
    newest.pool === null || sample === undefined ? [] : [[newest.pool, sample.atSec]],
  )
  const days = await readBaseDays(snapshot, new Map(pools))
  return tokens.map(({ newest, sample, marketShare }) => {
    const description = newest.pool === null ? undefined : descriptions.get(newest.pool)
    const lastDay = dayOf(sample?.atSec ?? 0)
    return {
      pool: newest.pool,
      project:
        description === undefined ? null : (slugs.get(description.project) ?? description.project),
      symbol: newest.symbol,
      chain: chains.nameOf(newest.coin.slice(0, newest.coin.indexOf(':'))),
      apy: rate(sample?.apyPct ?? null),
      tvlUsd: dollars(sample?.tvlUsd ?? null),
      apyBase: rate(sample?.apyBasePct ?? null),
      apyBase7d: rate(sample?.apyBase7dPct ?? null),
      apyBase30d: rate(meanApy(days.get(newest.pool ?? '') ?? EMPTY_SERIES, lastDay)),
      marketShare: rate(marketShare),
    }
  })
}
