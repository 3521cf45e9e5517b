import { expect, test } from 'vitest'
import { priceSecOf, sumOfValues, valueAmount } from './amounts.ts'
import { type Flow, nothingSeen } from './observations.ts'
import { flowAmount, listUnpriced, wantedPrices } from './observed-amounts.ts'
import { bookOf } from './price-book-for-tests.ts'

const USDC = 'ethereum:0xa0'
const book = bookOf({
  [USDC]: { priceUsd: 0.5, decimals: 6, symbol: 'USDC' },
  'aggregator:bitcoin': { priceUsd: 60_000 },
  'base:0x1': { decimals: 18 },
})

test.each([
  ['dollars are what they are', { usd: 12.5 }, { valueUsd: 12.5, tokens: null }],
  [
    '2,500,000 of the smallest unit with 6 decimals are 2.5 tokens, at 0.5 USD each',
    { coin: USDC, raw: 2_500_000n },
    { valueUsd: 1.25, tokens: 2.5 },
  ],
  ['an amount may be below 0', { coin: USDC, raw: -2_500_000n }, { valueUsd: -1.25, tokens: -2.5 }],
  [
    'whole tokens need no decimals: 0.1 × 60,000',
    { coin: 'aggregator:bitcoin', tokens: 0.1 },
    { valueUsd: 6_000, tokens: 0.1 },
  ],
  [
    'a raw amount of a coin without decimals has no value',
    { coin: 'aggregator:bitcoin', raw: 5n },
    { unpriced: 'aggregator:bitcoin', missing: 'decimals' },
  ],
  [
    'a coin without a price has no value',
    { coin: 'base:0x1', raw: 5n },
    { unpriced: 'base:0x1', missing: 'price' },
  ],
  [
    'none of a coin is worth 0, priced or not',
    { coin: 'base:0x1', raw: 0n },
    { valueUsd: 0, tokens: 0 },
  ],
])('default: %s', (_what, amount, expected) => {
  expect(valueAmount(amount, 1_000, book)).toEqual(expected)
})

test('behavior: more digits than a float has are rounded once', () => {
  // 123456789012345678901 with 18 decimals is 123.456789012345678901; the nearest float is
  // 123.45678901234568.
  expect(
    valueAmount(
      { coin: 'x:1', raw: 123456789012345678901n },
      0,
      bookOf({ 'x:1': { priceUsd: 1, decimals: 18 } }),
    ),
  ).toEqual({
    valueUsd: 123.45678901234568,
    tokens: 123.45678901234568,
  })
})

test('behavior: what has no price counts 0, and a sum of nothing but that says so', () => {
  const priced = { coin: USDC, raw: 2_000_000n }
  const unpriced = { coin: 'base:0x1', raw: 7n }
  expect(sumOfValues([priced, unpriced], 0, book)).toEqual({ valueUsd: 1, isPriced: true })
  expect(sumOfValues([unpriced], 0, book)).toEqual({ valueUsd: 0, isPriced: false })
  expect(sumOfValues([], 0, book)).toEqual({ valueUsd: 0, isPriced: true })
})

const flow = (amount: Flow['amount'], more: Partial<Flow> = {}): Flow => ({
  protocol: '1',
  metric: 'dexs',
  dataType: 'dailyVolume',
  version: '',
  chain: 'ethereum',
  label: '',
  amount,
  atSec: 86_400 + 3_600,
  ...more,
})

test('behavior: a flow has the price of the last second of its day', () => {
  expect(priceSecOf(flow({ usd: 1 }))).toBe(2 * 86_400 - 1)
})

test('behavior: the other side of a trade stands in only where it has a value and the first has none', () => {
  const unpriced = { coin: 'base:0x1', raw: 7n }
  const priced = { coin: USDC, raw: 1n }
  expect(flowAmount(flow(unpriced, { instead: priced }), book)).toBe(priced)
  expect(flowAmount(flow(priced, { instead: { usd: 5 } }), book)).toBe(priced)
  expect(flowAmount(flow(unpriced, { instead: unpriced }), book)).toBe(unpriced)
  expect(flowAmount(flow({ count: 3 }), book)).toBeUndefined()
})

test('behavior: prices are wanted for every coin from the first time seen to the moment of the reading', () => {
  const seen = nothingSeen()
  seen.holdings.push({
    protocol: '1',
    chain: 'base',
    section: 'tvl',
    amount: { coin: 'base:0x1', raw: 1n },
    atSec: 200_000,
  })
  seen.flows.push(flow({ coin: USDC, raw: 1n }, { instead: { coin: 'base:0x2', raw: 1n } }))
  seen.prices.push({
    coin: 'base:0x3',
    atSec: 200_000,
    priceUsd: 2,
    confidence: 0.9,
    inCoin: 'base:0x4',
  })
  expect(wantedPrices(seen, 200_000)).toEqual({
    coins: new Set(['base:0x1', USDC, 'base:0x2', 'base:0x4']),
    fromSec: 2 * 86_400 - 1,
    toSec: 200_000,
  })
})

test('behavior: what has no value is listed once for each that has some of it', () => {
  const seen = nothingSeen()
  const amount = { coin: 'base:0x1', raw: 1n }
  for (const section of ['tvl', 'staking'])
    seen.holdings.push({ protocol: '1', chain: 'base', section, amount, atSec: 5 })
  seen.flows.push(
    flow(amount, { protocol: '2' }),
    flow(amount, { protocol: '3', instead: { usd: 1 } }),
  )
  seen.holdings.push({
    protocol: '1',
    chain: 'base',
    section: 'tvl',
    amount: { coin: USDC, raw: 1n },
    atSec: 5,
  })
  expect(listUnpriced(seen, book)).toEqual([
    { of: '1', coin: 'base:0x1', missing: 'price' },
    { of: '2', coin: 'base:0x1', missing: 'price' },
  ])
})
