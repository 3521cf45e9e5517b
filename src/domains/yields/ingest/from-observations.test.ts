import { expect, test } from 'vitest'
import {
  nothingSeen,
  type SeenLending,
  type SeenPool,
} from '../../../sources/model/observations.ts'
import { bookOf } from '../../../sources/model/price-book-for-tests.ts'
import { observeYields } from './from-observations.ts'

// What Python's uuid.uuid5 makes of the key in the namespace of pool ids.
const KEY = '0xae7ab96520de3a18e5e111b5eaab095312d7fe84-ethereum'
const KEY_ID = '9e49962d-df49-5f95-ab00-8a8575913c72'
const USDC = 'base:0xa'
const book = bookOf({ [USDC]: { priceUsd: 0.5, decimals: 6 }, 'base:0xc': { decimals: 18 } })

const pool: SeenPool = {
  pool: KEY,
  project: 'my-dex',
  chain: 'Base',
  symbol: 'USDC-WETH',
  poolMeta: '0.3%',
  url: null,
  underlyingTokens: ['0xa', '0xb'],
  rewardTokens: [],
  atSec: 50,
  held: [{ coin: USDC, raw: 4_000_000n }, { usd: 8 }],
  apyPct: null,
  apyBasePct: 3,
  apyRewardPct: 1,
  volume1d: null,
  volume7d: null,
  pricePerShare: 1.02,
  kind: null,
  lending: null,
}

function rowsOf(pools: SeenPool[]) {
  return Object.fromEntries(
    observeYields({ ...nothingSeen(), pools }, book).map(({ fact, rows }) => [fact.name, rows]),
  )
}

const sample = {
  pool: KEY_ID,
  atSec: 50,
  tvlUsd: 10,
  apyPct: 4,
  apyBasePct: 3,
  apyRewardPct: 1,
  il7dPct: null,
  apyBase7dPct: null,
  apyBaseInceptionPct: null,
  volume1dUsd: null,
  volume7dUsd: null,
  pricePerShare: 1.02,
  kind: null,
}

test('default: a pool and its sample, by the id of its key', () => {
  expect(rowsOf([pool])).toEqual({
    yield_pools: [
      {
        pool: KEY_ID,
        project: 'my-dex',
        chain: 'base',
        symbol: 'USDC-WETH',
        poolMeta: '0.3%',
        url: null,
        underlyingTokens: ['0xa', '0xb'],
        rewardTokens: [],
        poolOld: KEY,
      },
    ],
    // 4 USDC at 0.5 and 8 dollars.
    yield_samples: [sample],
    lending_samples: [],
    staking_rates: [],
  })
})

test('behavior: volumes are sums of what has a price; nothing but tokens without a price is not 0', () => {
  const unpriced = { coin: 'base:0xc', raw: 5n }
  const { yield_samples } = rowsOf([
    { ...pool, volume1d: [{ usd: 3 }, unpriced], volume7d: [unpriced] },
    { ...pool, pool: 'other', held: [unpriced] },
  ])
  // Of the second pool the value is not known, so it has no sample.
  expect(yield_samples).toEqual([{ ...sample, volume1dUsd: 3, volume7dUsd: null }])
})

test('behavior: the fees of a day make the base yield where none is given', () => {
  // 0.02 USDC at 0.5 are 0.01 a day on 10 USD: 0.1% × 365.
  const fees1d = [{ coin: USDC, raw: 20_000n }]
  const apyOf = (more: Partial<SeenPool>) =>
    rowsOf([{ ...pool, ...more }]).yield_samples?.[0]?.apyBasePct
  expect(apyOf({ apyBasePct: null, fees1d })).toBeCloseTo(36.5, 10)
  expect(apyOf({ apyBasePct: 3, fees1d })).toBe(3)
  expect(apyOf({ apyBasePct: null, fees1d, held: [] })).toBeNull()
  expect(apyOf({ apyBasePct: null, fees1d: null })).toBeNull()
})

test.each([
  ['the sum of its parts', { apyPct: 9, apyBasePct: 3, apyRewardPct: null }, 3],
  ['the total where no part is given', { apyPct: 9, apyBasePct: null, apyRewardPct: null }, 9],
  ['never below 0', { apyBasePct: -3, apyRewardPct: 1 }, 0],
  ['below 0 for options', { apyBasePct: -3, apyRewardPct: 1, kind: 'options' as const }, -2],
  ['nothing where nothing is given', { apyPct: null, apyBasePct: null, apyRewardPct: null }, null],
])('behavior: the yield is %s', (_what, given, apyPct) => {
  expect(rowsOf([{ ...pool, ...given }]).yield_samples?.[0]?.apyPct).toBe(apyPct)
})

test('behavior: a lending market has a row of its terms', () => {
  const terms = {
    debtCeilingUsd: 100,
    apyBaseBorrowPct: 5,
    apyRewardBorrowPct: null,
    ltv: 0.8,
    borrowable: true,
    mintedCoin: null,
    borrowFactor: null,
  }
  const lending: SeenLending = {
    ...terms,
    supplied: [{ coin: USDC, raw: 6_000_000n }],
    borrowed: null,
  }
  expect(rowsOf([{ ...pool, kind: 'lending', lending }]).lending_samples).toEqual([
    { pool: KEY_ID, atSec: 50, totalSupplyUsd: 3, totalBorrowUsd: null, ...terms },
  ])
})

test('behavior: of several readings of a pool the newest says what it is, and each is a sample', () => {
  const found = rowsOf([{ ...pool, atSec: 60, symbol: 'NEW' }, pool])
  expect(found.yield_pools).toMatchObject([{ symbol: 'NEW' }])
  expect(found.yield_samples).toMatchObject([{ atSec: 60 }, { atSec: 50 }])
})

test('behavior: rates of staked coins name their pool by its id', () => {
  const rate = {
    name: 'Stake',
    symbol: 'sETH',
    type: 'accruing' as const,
    expectedRate: 1.1,
    marketRate: 1.09,
    fee: 0.1,
    atSec: 50,
  }
  const written = observeYields(
    { ...nothingSeen(), stakingRates: [{ ...rate, coin: 'Base:0xA', pool: KEY }] },
    book,
  )
  expect(written.at(-1)?.rows).toEqual([{ ...rate, coin: 'base:0xa', pool: KEY_ID }])
})
