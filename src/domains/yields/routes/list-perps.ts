import Type from 'typebox'
import { quote } from '../../../http/parameters.ts'
import { defineRoute } from '../../../http/route.ts'
import { namedShape } from '../../../http/schemas.ts'
import { HOUR_SEC, MINUTE_SEC } from '../../../lib/clock.ts'
import { notFound } from '../../../lib/errors.ts'
import { toSlug } from '../../../lib/slug.ts'
import { suggest } from '../../../lib/suggest.ts'
import { chains } from '../../registry/public.ts'
import { fundingOver } from '../derive/funding-over.ts'
import { rounded } from '../derive/rounded.ts'
import { perpSamples } from '../facts.ts'
import { type PerpMarket, perpState } from '../read/perps.ts'
import { chainKeys, nameFilters } from './pool-filters.ts'
import { number, text, toIso, wrap, wrapped } from './pool-shapes.ts'

// Funding changes by the hour: an older rate says nothing of the coming one (semantics 5.6).
const MAX_AGE_SEC = 3 * HOUR_SEC

const fraction = (description: string) =>
  number(`${description}, a fraction: 0.0001 is 0.01 percent`)

/** Both sets of names in one item (decision 8). */
export const perpSchema = namedShape('Perp', {
  pool: Type.String({ description: 'Id, a UUID' }),
  chain: text('`null` for an exchange that is on none'),
  project: Type.String({ description: 'Who runs the market' }),
  symbol: Type.String({ description: 'Its ticker there' }),
  fundingRate: fraction('Coming funding'),
  fundingRate7dAvg: fraction('Average of the fundings settled in 7 days'),
  fundingRate30dAvg: fraction('The same of 30 days'),
  openInterest: number('USD'),
  indexPrice: number('Price of what is traded'),
  markPrice: number('Price at which positions are valued'),
  nextFundingTime: text('ISO 8601'),
  perp_id: Type.String({ description: 'The same as pool' }),
  timestamp: Type.String({ description: 'When it was measured, ISO 8601' }),
  marketplace: Type.String({ description: 'The same as project' }),
  market: Type.String({ description: 'The same as symbol' }),
  baseAsset: Type.String({ description: 'What is traded' }),
  fundingRatePrevious: fraction('Last funding that was settled'),
  fundingTimePrevious: number('When that was, Unix milliseconds'),
  fundingRate7dAverage: fraction('The same as fundingRate7dAvg'),
  fundingRate7dSum: fraction('Sum of the fundings settled in 7 days'),
  fundingRate30dAverage: fraction('The same as fundingRate30dAvg'),
  fundingRate30dSum: fraction('Sum of the fundings settled in 30 days'),
})

export const listPerps = defineRoute({
  id: 'yields.listPerps',
  summary: 'Funding rates and open interest of perpetual markets',
  describe:
    'Markets that were measured in the last 3 hours, most open interest first. Averages and sums are of the fundings that were settled.',
  paths: { pro: '/yields/perps' },
  query: {
    ...nameFilters({ project: 'newanchor-perps-v1', symbol: 'BTC-PERP' }),
  },
  response: wrapped(Type.Partial(perpSchema)),
  example: {
    status: 'success',
    data: [
      {
        pool: 'a6d779c5-878d-5625-a11c-cc93325087d2',
        chain: null,
        project: 'Harbor Exchange',
        symbol: 'BTCUSDT',
        fundingRate: 0.0001,
        fundingRate7dAvg: 0.00008,
        fundingRate30dAvg: 0.00007,
        openInterest: 51_144_394,
        indexPrice: 64_210.5,
        markPrice: 64_215,
        nextFundingTime: '2026-01-31T16:00:00.000Z',
        perp_id: 'a6d779c5-878d-5625-a11c-cc93325087d2',
        timestamp: '2026-01-31T12:00:00.000Z',
        marketplace: 'Harbor Exchange',
        market: 'BTCUSDT',
        baseAsset: 'BTC',
        fundingRatePrevious: 0.00009,
        fundingTimePrevious: 1_769_846_400_000,
        fundingRate7dAverage: 0.00008,
        fundingRate7dSum: 0.00168,
        fundingRate30dAverage: 0.00007,
        fundingRate30dSum: 0.0063,
      },
    ],
  },
  table: 'data[]',
  list: {},
  reads: [perpSamples],
  nowStepSec: MINUTE_SEC,
  handler: async ({ query }, { snapshot, states, nowSec }) => {
    const all = [...(await states.get(perpState, snapshot)).values()].filter(
      ({ newest }) => newest.atSec >= nowSec - MAX_AGE_SEC,
    )
    const markets = all.filter(conditionOf(query, all))
    markets.sort(
      (a, b) =>
        (b.newest.openInterestUsd ?? -1) - (a.newest.openInterestUsd ?? -1) ||
        (a.newest.pool < b.newest.pool ? -1 : 1),
    )
    return wrap(markets.map(perpItem))
  },
})

type Names = readonly string[] | undefined

function conditionOf(
  { chain, project, symbol }: { chain: Names; project: Names; symbol: Names },
  all: readonly PerpMarket[],
) {
  const onChains =
    chain &&
    chainKeys(
      chain,
      all.map(({ newest }) => newest.chain),
    )
  const known = new Map(all.map(({ newest }) => [toSlug(newest.marketplace), newest.marketplace]))
  const unknown = project?.find((text) => !known.has(toSlug(text)))
  if (unknown !== undefined)
    throw notFound(`No market is run by ${quote(unknown)}.`, suggest(unknown, known.values()))
  const runBy = project && new Set(project.map((text) => toSlug(text)))
  const symbols = symbol && new Set(symbol.map((text) => text.toUpperCase()))
  return ({ newest }: PerpMarket) =>
    (onChains?.has(newest.chain) ?? true) &&
    (runBy?.has(toSlug(newest.marketplace)) ?? true) &&
    (symbols === undefined ||
      symbols.has(newest.market.toUpperCase()) ||
      symbols.has(newest.baseAsset.toUpperCase()))
}

function perpItem({
  newest,
  settled,
}: PerpMarket): Record<keyof (typeof perpSchema)['properties'], unknown> {
  const exact = (value: number | null) => rounded(value, 10)
  const [week, month] = [
    fundingOver(settled, newest.atSec, 7),
    fundingOver(settled, newest.atSec, 30),
  ]
  return {
    pool: newest.pool,
    chain: newest.chain === null ? null : chains.nameOf(newest.chain),
    project: newest.marketplace,
    symbol: newest.market,
    fundingRate: exact(newest.fundingRate),
    fundingRate7dAvg: exact(week.average),
    fundingRate30dAvg: exact(month.average),
    openInterest: exact(newest.openInterestUsd),
    indexPrice: exact(newest.indexPrice),
    markPrice: exact(newest.markPrice),
    nextFundingTime: newest.nextFundingSec === null ? null : toIso(newest.nextFundingSec),
    perp_id: newest.pool,
    timestamp: toIso(newest.atSec),
    marketplace: newest.marketplace,
    market: newest.market,
    baseAsset: newest.baseAsset,
    fundingRatePrevious: exact(newest.fundingRatePrevious),
    fundingTimePrevious:
      newest.fundingTimePreviousSec === null ? null : newest.fundingTimePreviousSec * 1000,
    fundingRate7dAverage: exact(week.average),
    fundingRate7dSum: exact(week.sum),
    fundingRate30dAverage: exact(month.average),
    fundingRate30dSum: exact(month.sum),
  }
}
