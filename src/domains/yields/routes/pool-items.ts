import Type from 'typebox'
import { boolean, integer } from '../../../http/described.ts'
import { namedShape, nullable } from '../../../http/schemas.ts'
import { fieldsOf, record } from '../../../records/record.ts'
import { type ApyBounds, isOutlier } from '../derive/outlier.ts'
import { dailyReturn, type PoolFigures } from '../derive/pool-figures.ts'
import type { LendingSample, Sample } from '../read/samples.ts'
import { dollars, name, number, rate, text, toIso } from '../records.ts'
import type { ListedPool } from './listed-pools.ts'

const of = fieldsOf<ListedPool & { bounds: ApyBounds }>()
const ofLending = fieldsOf<{ lending: LendingSample }>()

/** A figure of the newest sample, of the pool's past, or of its loans, to five decimals. */
const sampled = (what: string, example: number | null, column: keyof Sample) =>
  of(number(what), example, ({ history }) => rate(history.newest[column]))
const past = (what: string, example: number | null, column: keyof PoolFigures) =>
  of(number(what), example, ({ history }) => rate(history.figures[column]))
type Terms = 'apyBaseBorrowPct' | 'apyRewardBorrowPct' | 'ltv' | 'borrowFactor'
const terms = (what: string, example: number | null, column: Terms) =>
  ofLending(number(what), example, ({ lending }) => rate(lending[column]))
type Lent = 'totalSupplyUsd' | 'totalBorrowUsd' | 'debtCeilingUsd'
const lent = (what: string, example: number | null, column: Lent) =>
  ofLending(number(`${what}, whole USD`), example, ({ lending }) => dollars(lending[column]))
/** Addresses; an empty list says that nothing is known. */
const addresses = (column: 'rewardTokens' | 'underlyingTokens', example: string[]) =>
  of(
    nullable(Type.Array(Type.String(), { description: 'Addresses' })),
    example,
    ({ description }) => (description[column].length === 0 ? null : [...description[column]]),
  )

// Nothing is predicted: there is no model behind these (yields.md#pools).
const NO_PREDICTIONS = { predictedClass: null, predictedProbability: null, binnedConfidence: null }

/** Members of a pool in the lists. */
const poolFields = {
  chain: of(name('Display name of the chain'), 'Ethereum', ({ chain }) => chain),
  project: of(name('Slug'), 'harbor-swap', ({ project }) => project),
  symbol: of(name('Symbols of its tokens'), 'USDC-WETH', ({ description }) => description.symbol),
  // Adding 0 makes a plain 0 of −0.
  tvlUsd: of(
    Type.Number({ description: 'Whole USD' }),
    12_500_000,
    ({ tvlUsd }) => Math.round(tvlUsd) + 0,
  ),
  apyBase: sampled('Part of the yield from fees and interest, percent', 4.12, 'apyBasePct'),
  apyReward: sampled('Part of the yield from tokens paid besides, percent', 1.5, 'apyRewardPct'),
  apy: sampled('Yield of a year, percent', 5.62, 'apyPct'),
  rewardTokens: addresses('rewardTokens', ['0x1111111111111111111111111111111111111111']),
  pool: of(
    name('Id, a UUID'),
    '9e49962d-df49-5f95-ab00-8a8575913c72',
    ({ description }) => description.pool,
  ),
  apyPct1D: past('Change of apy in a day, percentage points', 0.04, 'change1dPct'),
  apyPct7D: past('The same in 7 days', -0.31, 'change7dPct'),
  apyPct30D: past('The same in 30 days', null, 'change30dPct'),
  stablecoin: of(boolean('Holds nothing but stablecoins'), false, ({ traits }) => traits.isStable),
  ilRisk: of(
    Type.Union([Type.Literal('yes'), Type.Literal('no')], {
      description: 'Whether its tokens can move apart',
    }),
    'yes',
    ({ traits }) => traits.ilRisk,
  ),
  exposure: of(
    Type.Union([Type.Literal('single'), Type.Literal('multi')], {
      description: 'One token or several',
    }),
    'multi',
    ({ traits }) => traits.exposure,
  ),
  predictions: of(
    namedShape(
      'PoolPredictions',
      {
        predictedClass: text('Always null'),
        predictedProbability: number('Always null'),
        binnedConfidence: number('Always null'),
      },
      { description: 'Nothing is predicted' },
    ),
    NO_PREDICTIONS,
    () => NO_PREDICTIONS,
  ),
  poolMeta: of(
    text('What tells it from the project’s other pools'),
    '0.3%',
    ({ description }) => description.poolMeta,
  ),
  mu: past('Geometric mean of the daily yields, percent', 5.48, 'muPct'),
  sigma: past('Deviation of the daily returns, as of a year, percent', 0.05236, 'sigmaPct'),
  count: of(integer('Days with a record'), 412, ({ history }) => history.figures.days),
  outlier: of(
    boolean('Its apy is far from that of the other pools'),
    false,
    ({ history, bounds }) => isOutlier(history.newest.apyPct, bounds),
  ),
  underlyingTokens: addresses('underlyingTokens', [
    '0x2222222222222222222222222222222222222222',
    '0x3333333333333333333333333333333333333333',
  ]),
  il7d: sampled('Impermanent loss in 7 days, percent', -0.2, 'il7dPct'),
  apyBase7d: sampled('Base yield of the last 7 days, as of a year, percent', 4.31, 'apyBase7dPct'),
  apyMean30d: past('Mean of the daily yields of 30 days, percent', 5.51, 'mean30dPct'),
  volumeUsd1d: sampled('USD', 830_000, 'volume1dUsd'),
  volumeUsd7d: sampled('USD', 6_100_000, 'volume7dUsd'),
  apyBaseInception: sampled(
    'Base yield since it began, as of a year, percent',
    null,
    'apyBaseInceptionPct',
  ),
}
export const poolRecord = record(poolFields)

/** What a pool's older form has besides. */
export const olderPoolRecord = record({
  ...poolFields,
  timestamp: of(
    name('When it was measured last, ISO 8601'),
    '2026-01-31T11:00:00.000Z',
    ({ history }) => toIso(history.newest.atSec),
  ),
  url: of(text('Its page'), 'https://example.org/pools/1', ({ description }) => description.url),
  return: of(
    number('What its yield earns in a day, a fraction'),
    0.00015,
    ({ history: { newest } }) => rate(newest.apyPct === null ? null : dailyReturn(newest.apyPct)),
  ),
  apyMeanExpanding: past('Mean of all daily yields, percent', 5.49, 'meanPct'),
  apyStdExpanding: past('Standard deviation of all daily yields, percent', 1.05, 'deviationPct'),
  project_factorized: of(number('Always null'), null, () => null),
  chain_factorized: of(number('Always null'), null, () => null),
  pool_old: of(
    text('The pool’s own key at its source, usually an address'),
    '0x4444444444444444444444444444444444444444-ethereum',
    ({ description }) => description.poolOld,
  ),
})

/** What a lending market has besides. */
export const borrowPoolRecord = record({
  ...poolFields,
  apyBaseBorrow: terms('What a borrower pays in a year, percent', 5.03, 'apyBaseBorrowPct'),
  apyRewardBorrow: terms(
    'What a borrower is paid back in tokens in a year, percent',
    null,
    'apyRewardBorrowPct',
  ),
  totalSupplyUsd: lent('Everything supplied', 89_000_000, 'totalSupplyUsd'),
  totalBorrowUsd: lent('Everything lent out', 76_500_000, 'totalBorrowUsd'),
  debtCeilingUsd: lent('The most that may be lent out', null, 'debtCeilingUsd'),
  ltv: terms('Loan to value, 0 to 1', 0.805, 'ltv'),
  borrowable: ofLending(
    nullable(boolean('Its token can be borrowed')),
    true,
    ({ lending }) => lending.borrowable,
  ),
  mintedCoin: ofLending(
    text('Symbol of the coin that borrowing mints'),
    null,
    ({ lending }) => lending.mintedCoin,
  ),
  borrowFactor: terms('How much heavier a debt in it counts, a fraction', null, 'borrowFactor'),
})
