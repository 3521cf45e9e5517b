import { expect, test } from 'vitest'
import { type Holding, nothingSeen } from '../../../sources/model/observations.ts'
import { bookOf } from '../../../sources/model/price-book-for-tests.ts'
import { observeHoldings } from './from-observations.ts'

const USDC = 'base:0xa'
const WETH = 'base:0xb'
const book = bookOf({
  [USDC]: { priceUsd: 1, decimals: 6, symbol: 'usdc' },
  'Base:0xA': { priceUsd: 1, decimals: 6 },
  [WETH]: { priceUsd: 2_000, decimals: 18, symbol: 'WETH' },
  'base:0xc': { decimals: 18, symbol: 'NEW' },
  'aggregator:bitcoin': { priceUsd: 60_000 },
})

function hold(amount: Holding['amount'], more: Partial<Holding> = {}): Holding {
  return { protocol: '7', chain: 'base', section: 'tvl', amount, atSec: 3_600, ...more }
}

function rowsOf(...holdings: Holding[]) {
  const [records, tokens] = observeHoldings({ ...nothingSeen(), holdings }, book).map(
    ({ rows }) => rows,
  )
  return { records, tokens }
}

const place = { protocol: '7', chain: 'base', section: 'tvl', atSec: 3_600 }

test('default: tokens times prices, added up per chain and section', () => {
  const found = rowsOf(
    hold({ coin: USDC, raw: 1_500_000n }),
    hold({ coin: 'Base:0xA', raw: 500_000n }, { chain: 'Base' }),
    hold({ coin: WETH, raw: 10n ** 17n }),
    hold({ coin: 'aggregator:bitcoin', tokens: 0.5 }, { section: 'staking', chain: 'bitcoin' }),
  )
  expect(found).toEqual({
    // 1.5 + 0.5 USDC at 1 and 0.1 WETH at 2,000 make 202; half a bitcoin at 60,000 makes 30,000.
    records: [
      { ...place, tvlUsd: 202 },
      { ...place, chain: 'bitcoin', section: 'staking', tvlUsd: 30_000 },
    ],
    tokens: [
      { ...place, token: USDC, symbol: 'USDC', amount: 2, valueUsd: 2 },
      { ...place, token: WETH, symbol: 'WETH', amount: 0.1, valueUsd: 200 },
      {
        ...place,
        chain: 'bitcoin',
        section: 'staking',
        token: 'aggregator:bitcoin',
        symbol: 'BITCOIN',
        amount: 0.5,
        valueUsd: 30_000,
      },
    ],
  })
})

test('behavior: a token without a price counts 0 and gets no value made up; its chain stays in the record', () => {
  expect(rowsOf(hold({ coin: 'base:0xc', raw: 5n }))).toEqual({
    records: [{ ...place, tvlUsd: 0 }],
    tokens: [],
  })
})

test('behavior: dollars without a token count and have no token row', () => {
  expect(rowsOf(hold({ usd: 12 }))).toEqual({ records: [{ ...place, tvlUsd: 12 }], tokens: [] })
})

test('behavior: what is taken away is subtracted; a token of which nothing is held has no row', () => {
  expect(
    rowsOf(
      hold({ coin: USDC, raw: 3_000_000n }),
      hold({ coin: USDC, raw: -1_000_000n }),
      hold({ coin: WETH, raw: 0n }),
    ),
  ).toEqual({
    records: [{ ...place, tvlUsd: 2 }],
    tokens: [{ ...place, token: USDC, symbol: 'USDC', amount: 2, valueUsd: 2 }],
  })
})

test('behavior: sections are known in any case, and moments are kept apart', () => {
  const found = rowsOf(
    hold({ usd: 1 }, { section: 'ownTokens' }),
    hold({ usd: 2 }, { section: 'OwnTokens', atSec: 7_200 }),
  )
  expect(found.records).toEqual([
    { ...place, section: 'OwnTokens', tvlUsd: 1 },
    { ...place, section: 'OwnTokens', atSec: 7_200, tvlUsd: 2 },
  ])
})

test('behavior: what a later reading does not see any more is worth nothing', () => {
  expect(observeHoldings(nothingSeen(), book).map(({ nothing }) => nothing)).toEqual([
    { tvlUsd: 0 },
    { amount: 0, valueUsd: 0 },
  ])
})
