import Type from 'typebox'
import { namedShape, nullable, shape } from '../../../http/schemas.ts'

export const number = (description: string) => nullable(Type.Number({ description }))
export const text = (description: string) => nullable(Type.String({ description }))
const texts = (description: string) => nullable(Type.Array(Type.String(), { description }))
const percent = (description: string) => number(`${description}, percent`)
const usd = (description: string) => number(`${description}, whole USD`)

/** Every yield operation but one answers in this wrapper. */
export function wrapped<T extends Type.TSchema>(item: T) {
  return shape({
    status: Type.Literal('success', { description: 'Always success' }),
    data: Type.Array(item, { description: 'The rows' }),
  })
}

export function wrap<T>(data: T[]): { status: 'success'; data: T[] } {
  return { status: 'success', data }
}

/**
 * The moment of a record in the form of yields (decision 33 leaves these to the contract: ISO
 * 8601).
 */
export function toIso(atSec: number): string {
  return new Date(atSec * 1000).toISOString()
}

/** Members of a pool in the lists. */
export const poolMembers = {
  chain: Type.String({ description: 'Display name of the chain' }),
  project: Type.String({ description: 'Slug' }),
  symbol: Type.String({ description: 'Symbols of its tokens' }),
  tvlUsd: Type.Number({ description: 'Whole USD' }),
  apyBase: percent('Part of the yield from fees and interest'),
  apyReward: percent('Part of the yield from tokens paid besides'),
  apy: percent('Yield of a year'),
  rewardTokens: texts('Addresses'),
  pool: Type.String({ description: 'Id, a UUID' }),
  apyPct1D: number('Change of apy in a day, percentage points'),
  apyPct7D: number('The same in 7 days'),
  apyPct30D: number('The same in 30 days'),
  stablecoin: Type.Boolean({ description: 'Holds nothing but stablecoins' }),
  ilRisk: Type.Union([Type.Literal('yes'), Type.Literal('no')], {
    description: 'Whether its tokens can move apart',
  }),
  exposure: Type.Union([Type.Literal('single'), Type.Literal('multi')], {
    description: 'One token or several',
  }),
  predictions: namedShape(
    'PoolPredictions',
    {
      predictedClass: text('Always null'),
      predictedProbability: number('Always null'),
      binnedConfidence: number('Always null'),
    },
    { description: 'Nothing is predicted' },
  ),
  poolMeta: text('What tells it from the project’s other pools'),
  mu: percent('Geometric mean of the daily yields'),
  sigma: percent('Deviation of the daily returns, as of a year'),
  count: Type.Integer({ description: 'Days with a record' }),
  outlier: Type.Boolean({ description: 'Its apy is far from that of the other pools' }),
  underlyingTokens: texts('Addresses'),
  il7d: percent('Impermanent loss in 7 days'),
  apyBase7d: percent('Base yield of the last 7 days, as of a year'),
  apyMean30d: percent('Mean of the daily yields of 30 days'),
  volumeUsd1d: number('USD'),
  volumeUsd7d: number('USD'),
  apyBaseInception: percent('Base yield since it began, as of a year'),
}

/** Members that a pool's older form has besides. */
export const olderMembers = {
  timestamp: Type.String({ description: 'When it was measured last, ISO 8601' }),
  url: text('Its page'),
  return: number('What its yield earns in a day, a fraction'),
  apyMeanExpanding: percent('Mean of all daily yields'),
  apyStdExpanding: percent('Standard deviation of all daily yields'),
  project_factorized: number('Always null'),
  chain_factorized: number('Always null'),
  pool_old: text('The pool’s own key at its source, usually an address'),
}

/** Members that a lending market has besides. */
export const borrowMembers = {
  apyBaseBorrow: percent('What a borrower pays in a year'),
  apyRewardBorrow: percent('What a borrower is paid back in tokens in a year'),
  totalSupplyUsd: usd('Everything supplied'),
  totalBorrowUsd: usd('Everything lent out'),
  debtCeilingUsd: usd('The most that may be lent out'),
  ltv: number('Loan to value, 0 to 1'),
  borrowable: nullable(Type.Boolean({ description: 'Its token can be borrowed' })),
  mintedCoin: text('Symbol of the coin that borrowing mints'),
  borrowFactor: number('How much heavier a debt in it counts, a fraction'),
}

export const examplePool = {
  chain: 'Ethereum',
  project: 'harbor-swap',
  symbol: 'USDC-WETH',
  tvlUsd: 12_500_000,
  apyBase: 4.12,
  apyReward: 1.5,
  apy: 5.62,
  rewardTokens: ['0x1111111111111111111111111111111111111111'],
  pool: '9e49962d-df49-5f95-ab00-8a8575913c72',
  apyPct1D: 0.04,
  apyPct7D: -0.31,
  apyPct30D: null,
  stablecoin: false,
  ilRisk: 'yes',
  exposure: 'multi',
  predictions: { predictedClass: null, predictedProbability: null, binnedConfidence: null },
  poolMeta: '0.3%',
  mu: 5.48,
  sigma: 0.05236,
  count: 412,
  outlier: false,
  underlyingTokens: [
    '0x2222222222222222222222222222222222222222',
    '0x3333333333333333333333333333333333333333',
  ],
  il7d: -0.2,
  apyBase7d: 4.31,
  apyMean30d: 5.51,
  volumeUsd1d: 830_000,
  volumeUsd7d: 6_100_000,
  apyBaseInception: null,
}
