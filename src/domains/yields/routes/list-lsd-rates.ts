import Type from 'typebox'
import { oneOf } from '../../../http/parameters.ts'
import { defineRoute, type RequestContext } from '../../../http/route.ts'
import { at } from '../../../lib/at.ts'
import { dayOf, HOUR_SEC } from '../../../lib/clock.ts'
import { sql } from '../../../lib/sql.ts'
import { fieldsOf, record } from '../../../records/record.ts'
import { chains, protocols } from '../../registry/public.ts'
import { EMPTY_SERIES, meanApy } from '../derive/apy-series.ts'
import { isRecent } from '../derive/listed.ts'
import { marketShares } from '../derive/staking.ts'
import { stakingRates, yieldPools, yieldSamples } from '../facts.ts'
import { poolDescriptionState, projectSlugState } from '../read/pool-descriptions.ts'
import {
  listStakingRates,
  readBaseDays,
  readNewest,
  type Sample,
  type StakingRate,
} from '../read/samples.ts'
import { dollars, lsdRateRecord, name, number, rate, text, wrap, wrapped } from '../records.ts'
import { symbolFilter, upperCased } from './pool-filters.ts'

interface Token {
  newest: StakingRate
  /** The newest sample of its pool. */
  sample: Sample | undefined
  marketShare: number | null
}

const of = fieldsOf<Token & { project: string | null; mean30dPct: number | null }>()

/** Shape A: the same tokens by the yields of their pools. */
export const lsdYieldRecord = record(
  {
    pool: of(text('Id, a UUID'), null, ({ newest }) => newest.pool),
    project: of(text('Slug'), null, ({ project }) => project),
    symbol: of(name('Symbol of the token'), 'HSTETH', ({ newest }) => newest.symbol),
    chain: of(name('Display name of the chain'), 'Ethereum', ({ newest: { coin } }) =>
      chains.nameOf(coin.slice(0, coin.indexOf(':'))),
    ),
    apy: of(number('Percent'), null, ({ sample }) => rate(sample?.apyPct ?? null)),
    tvlUsd: of(number('Whole USD'), null, ({ sample }) => dollars(sample?.tvlUsd ?? null)),
    apyBase: of(number('Percent'), null, ({ sample }) => rate(sample?.apyBasePct ?? null)),
    apyBase7d: of(number('Percent'), null, ({ sample }) => rate(sample?.apyBase7dPct ?? null)),
    apyBase30d: of(
      number('Mean of the daily base yields of 30 days, percent'),
      null,
      ({ mean30dPct }) => rate(mean30dPct),
    ),
    marketShare: of(number('Share of the value of all of them, percent'), 100, (token) =>
      rate(token.marketShare),
    ),
  },
  'LsdYield',
)

export const listLsdRates = defineRoute({
  id: 'yields.listLsdRates',
  summary: 'Rates of liquid-staking tokens',
  describe:
    'What each token stands for and trades for in ETH, by the value staked in it, largest first; tokens without a rate in the last 7 days are left out. `shape=A` gives the yields of their pools instead.',
  paths: { pro: '/yields/lsdRates' },
  query: {
    shape: {
      ...oneOf(
        'B: rates, as a bare list. A: yields, wrapped like the other yield operations.',
        ['B', 'A'],
        'B',
      ),
      example: 'A',
    },
    symbol: symbolFilter('MARETH'),
  },
  response: Type.Union([
    Type.Array(Type.Partial(lsdRateRecord.schema)),
    wrapped(Type.Partial(lsdYieldRecord.schema)),
  ]),
  example: [{ ...lsdRateRecord.example }],
  table: '[] | data[]',
  list: {},
  reads: [stakingRates, yieldPools, yieldSamples, protocols],
  nowStepSec: HOUR_SEC,
  handler: async ({ query }, context) => {
    const wanted = upperCased(query.symbol)
    const tokens = (await readTokens(context)).filter(
      ({ newest }) => wanted?.has(newest.symbol.toUpperCase()) ?? true,
    )
    if (query.shape === 'B') return tokens.map(({ newest }) => lsdRateRecord.item(newest))
    return wrap(await toYields(tokens, context))
  },
})

/** The tokens that were measured lately, the one with most value first. */
async function readTokens({ snapshot, nowSec }: RequestContext): Promise<Token[]> {
  const recent = (await listStakingRates(snapshot)).filter(({ atSec }) => isRecent(atSec, nowSec))
  const pools = recent.flatMap(({ pool }) => pool ?? [])
  const samples =
    pools.length === 0
      ? new Map<string, Sample>()
      : await readNewest(snapshot, sql`pool IN {pools:Array(String)}`, { pools })
  const known = recent.map((newest) => {
    const sample = samples.get(newest.pool ?? '')
    return { newest, sample: sample && isRecent(sample.atSec, nowSec) ? sample : undefined }
  })
  const shares = marketShares(known.map(({ sample }) => sample?.tvlUsd ?? null))
  const tokens = known.map((token, index) => ({ ...token, marketShare: at(shares, index) }))
  return tokens.sort(
    (a, b) =>
      (b.marketShare ?? -1) - (a.marketShare ?? -1) || (a.newest.coin < b.newest.coin ? -1 : 1),
  )
}

async function toYields(tokens: readonly Token[], { snapshot, states }: RequestContext) {
  const descriptions = await states.get(poolDescriptionState, snapshot)
  const slugs = await states.get(projectSlugState, snapshot)
  const pools = tokens.flatMap(({ newest, sample }): [string, number][] =>
    newest.pool === null || sample === undefined ? [] : [[newest.pool, sample.atSec]],
  )
  const days = await readBaseDays(snapshot, new Map(pools))
  return tokens.map((token) => {
    const pool = token.newest.pool ?? ''
    const project = descriptions.get(pool)?.project
    return lsdYieldRecord.item({
      ...token,
      project: project === undefined ? null : (slugs.get(project) ?? project),
      mean30dPct: meanApy(days.get(pool) ?? EMPTY_SERIES, dayOf(token.sample?.atSec ?? 0)),
    })
  })
}
