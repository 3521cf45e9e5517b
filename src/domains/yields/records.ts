import Type from 'typebox'
import { string, timeText } from '../../http/described.ts'
import { nullable, shape } from '../../http/schemas.ts'
import { field, fieldsOf, record } from '../../records/record.ts'
import { chains } from '../registry/public.ts'
import { fundingOver } from './derive/funding-over.ts'
import { rounded } from './derive/pool-figures.ts'
import { ethPeg } from './derive/staking.ts'
import type { ChartDay, LendingSample, PerpMarket, StakingRate } from './read/samples.ts'

export const number = (description: string) => nullable(Type.Number({ description }))
export const text = (description: string) => nullable(Type.String({ description }))
export const name = (description: string) => Type.String({ description })

/** Rates to five decimals, US dollars of a pool whole (yields.md#precision). */
export const rate = (value: number | null) => rounded(value, 5)
export const dollars = (value: number | null) => rounded(value, 0)

/** A row with the decimals that it is served with, by the units in the names of its columns. */
function inPrecision<R extends object>(row: R): R {
  const values = Object.entries(row as Readonly<Record<string, unknown>>).map(([column, value]) => {
    if (typeof value !== 'number') return [column, value]
    if (column.endsWith('Pct')) return [column, rate(value)]
    return [column, column.endsWith('Usd') ? dollars(value) : value]
  })
  return Object.fromEntries(values) as R
}

/** A timestamp as ISO 8601, the form of yields (responses.md#dates). */
export function toIso(atSec: number): string {
  return new Date(atSec * 1000).toISOString()
}

/** Every yield operation but one responses in this wrapper. */
export function wrapped<T extends Type.TSchema>(item: T) {
  return shape({
    status: Type.Literal('success', { description: 'Always success' }),
    data: Type.Array(item, { description: 'The rows' }),
  })
}

export function wrap<T>(data: T[]): { status: 'success'; data: T[] } {
  return { status: 'success', data }
}

const timestamp = fieldsOf<{ atSec: number }>()(
  string('ISO 8601'),
  '2026-01-31T11:00:00.000Z',
  ({ atSec }) => toIso(atSec),
)

/** A day of a pool. */
export const poolDayRecord = record({
  timestamp,
  tvlUsd: field(Type.Number({ description: 'Whole USD' }), 12_500_000),
  apy: field(number('Percent'), 5.62, 'apyPct'),
  apyBase: field(number('Percent'), 4.12, 'apyBasePct'),
  apyReward: field(number('Percent'), 1.5, 'apyRewardPct'),
  il7d: field(number('Percent'), -0.2, 'il7dPct'),
  apyBase7d: field(number('Percent'), 4.31, 'apyBase7dPct'),
  pricePerShare: field(number('Underlying tokens for one share'), null),
})

export const poolDay = (day: ChartDay) => poolDayRecord.item(inPrecision(day))

const ofPaid = fieldsOf<{ paid: Pick<ChartDay, 'apyBasePct' | 'apyRewardPct'> | undefined }>()

/** A day of a lending market; what lenders are paid is that of its pool. */
export const lendingDayRecord = record({
  timestamp,
  totalSupplyUsd: field(number('Whole USD'), 89_000_000),
  totalBorrowUsd: field(number('Whole USD'), 76_500_000),
  debtCeilingUsd: field(number('Whole USD'), null),
  apyBase: ofPaid(number('Percent'), 3.98, ({ paid }) => rate(paid?.apyBasePct ?? null)),
  apyReward: ofPaid(number('Percent'), null, ({ paid }) => rate(paid?.apyRewardPct ?? null)),
  apyBaseBorrow: field(number('Percent'), 5.03, 'apyBaseBorrowPct'),
  apyRewardBorrow: field(number('Percent'), null, 'apyRewardBorrowPct'),
})

export const lendingDay = (day: LendingSample, paid: ChartDay | undefined) =>
  lendingDayRecord.item({ ...inPrecision(day), paid })

const fraction = (description: string) =>
  number(`${description}, a fraction: 0.0001 is 0.01 percent`)
type Funding = ReturnType<typeof fundingOver>
const ofPerp = fieldsOf<Omit<PerpMarket['newest'], 'fundingRate'>>()
const ofFundings = fieldsOf<{ week: Funding; month: Funding }>()
const exact = (value: number | null) => rounded(value, 10)

/** A perpetual market; both sets of names in one item (responses.md#members). */
export const perpRecord = record(
  {
    pool: ofPerp(name('Id, a UUID'), 'a6d779c5-878d-5625-a11c-cc93325087d2', ({ pool }) => pool),
    chain: ofPerp(text('`null` for an exchange that is on none'), null, ({ chain }) =>
      chain === null ? null : chains.nameOf(chain),
    ),
    project: ofPerp(name('Who runs the market'), 'Harbor Exchange', (perp) => perp.marketplace),
    symbol: ofPerp(name('Its ticker there'), 'BTCUSDT', ({ market }) => market),
    fundingRate: field(fraction('Coming funding'), 0.0001),
    fundingRate7dAvg: ofFundings(
      fraction('Average of the fundings settled in 7 days'),
      0.00008,
      ({ week }) => exact(week.average),
    ),
    fundingRate30dAvg: ofFundings(fraction('The same of 30 days'), 0.00007, ({ month }) =>
      exact(month.average),
    ),
    openInterest: field(number('USD'), 51_144_394, 'openInterestUsd'),
    indexPrice: field(number('Price of what is traded'), 64_210.5),
    markPrice: field(number('Price at which positions are valued'), 64_215),
    nextFundingTime: ofPerp(text('ISO 8601'), '2026-01-31T16:00:00.000Z', ({ nextFundingSec }) =>
      nextFundingSec === null ? null : toIso(nextFundingSec),
    ),
    perp_id: field(name('The same as pool'), 'a6d779c5-878d-5625-a11c-cc93325087d2', 'pool'),
    timestamp: ofPerp(timeText('When it was measured'), '2026-01-31T12:00:00.000Z', (perp) =>
      toIso(perp.atSec),
    ),
    marketplace: field(name('The same as project'), 'Harbor Exchange'),
    market: field(name('The same as symbol'), 'BTCUSDT'),
    baseAsset: field(name('What is traded'), 'BTC'),
    fundingRatePrevious: field(fraction('Last funding that was settled'), 0.00009),
    fundingTimePrevious: ofPerp(
      number('When that was, Unix milliseconds'),
      1_769_846_400_000,
      ({ fundingTimePreviousSec: atSec }) => (atSec === null ? null : atSec * 1000),
    ),
    fundingRate7dAverage: ofFundings(
      fraction('The same as fundingRate7dAvg'),
      0.00008,
      ({ week }) => exact(week.average),
    ),
    fundingRate7dSum: ofFundings(
      fraction('Sum of the fundings settled in 7 days'),
      0.00168,
      ({ week }) => exact(week.sum),
    ),
    fundingRate30dAverage: ofFundings(
      fraction('The same as fundingRate30dAvg'),
      0.00007,
      ({ month }) => exact(month.average),
    ),
    fundingRate30dSum: ofFundings(
      fraction('Sum of the fundings settled in 30 days'),
      0.0063,
      ({ month }) => exact(month.sum),
    ),
  },
  'Perp',
)

/** A market with its fundings of a week and a month; every figure to ten decimals. */
export function perpItem({ newest, settled }: PerpMarket) {
  const over = (days: number) => fundingOver(settled, newest.atSec, days)
  return perpRecord.item({
    ...newest,
    fundingRate: exact(newest.fundingRate),
    openInterestUsd: exact(newest.openInterestUsd),
    indexPrice: exact(newest.indexPrice),
    markPrice: exact(newest.markPrice),
    fundingRatePrevious: exact(newest.fundingRatePrevious),
    week: over(7),
    month: over(30),
  })
}

const ofRate = fieldsOf<StakingRate>()

/** Shape B, served by default; rates are prices in full precision (yields.md#staking-rates). */
export const lsdRateRecord = record(
  {
    name: field(name('Display name of the token'), 'Harbor Stake'),
    symbol: field(name('Symbol of the token'), 'HSTETH'),
    address: ofRate(
      name('Contract of the token'),
      '0x5555555555555555555555555555555555555555',
      ({ coin }) => coin.slice(coin.indexOf(':') + 1),
    ),
    type: field(
      nullable(
        Type.Union([Type.Literal('rebase'), Type.Literal('accruing')], {
          description: 'How rewards show: in the balance (rebase) or in the price (accruing)',
        }),
      ),
      'accruing',
    ),
    expectedRate: field(Type.Number({ description: 'ETH that one token stands for' }), 1.1),
    marketRate: field(number('ETH that one token trades for'), 1.0978),
    ethPeg: ofRate(number('How far the second is from the first, percent'), -0.2, (one) =>
      ethPeg(one.expectedRate, one.marketRate),
    ),
    fee: field(number('Share of the rewards that is kept, a fraction'), 0.1),
  },
  'LsdRate',
)
