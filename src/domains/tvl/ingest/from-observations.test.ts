import { describe, expect, test } from 'vitest'
import { type Holding, nothingSeen } from '../../../sources/model/observations.ts'
import { bookOf } from '../../../sources/model/price-book-for-tests.ts'
import { chainAssets } from '../facts.ts'
import { tvlWatch } from '../watch.ts'
import { observeHoldings, weighHoldings } from './from-observations.ts'

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

test('behavior: sections are known in any case, and timestamps are kept apart', () => {
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

describe('weigh holdings', () => {
  const holding = (protocol: string, amount: Holding['amount'], section = 'tvl'): Holding => ({
    protocol,
    chain: 'local',
    section,
    amount,
    atSec: 1_000,
  })
  const book = bookOf({
    'local:a': { priceUsd: 2, decimals: 1, symbol: 'A', evidence: { supplyTokens: 70 } },
    'local:b': { decimals: 1, evidence: { outdated: { priceUsd: 3, atSec: 5 } } },
  })

  test('default: every amount with its value and what is known of its coin, by protocol and section', () => {
    const holdings = [
      holding('1', { coin: 'local:a', raw: 50n }, 'STAKING'),
      holding('1', { coin: 'local:b', raw: 10n }),
      holding('2', { usd: 8 }),
    ]
    const at = { atSec: 1_000 }
    expect(weighHoldings({ ...nothingSeen(), holdings }, book)).toMatchObject([
      // 50 with one decimal are 5, at 2 dollars.
      {
        ...at,
        series: { protocol: '1' },
        line: 'staking',
        tokens: 5,
        valueUsd: 10,
        supplyTokens: 70,
      },
      {
        ...at,
        series: { protocol: '1' },
        line: 'tvl',
        tokens: 1,
        valueUsd: null,
        outdated: { atSec: 5 },
      },
      { ...at, series: { protocol: '2' }, coin: null, tokens: null, valueUsd: 8 },
    ])
  })

  test('behavior: records and tokens of protocols tell it, assets of chains do not', () => {
    for (const { fact, listInputs } of tvlWatch)
      expect(listInputs).toBe(fact === chainAssets ? undefined : weighHoldings)
  })
})
