import { describe, expect, test } from 'vitest'
import type { SeenPrice } from '../model/observations.ts'
import type { KnownPrice } from '../model/price-book.ts'
import { depthConfidence, resolveRelative, settlePrices } from './resolve-relative.ts'

const AT = 1_000
const price = (coin: string, priceUsd: number, more: Partial<SeenPrice> = {}): SeenPrice => ({
  coin,
  atSec: AT,
  priceUsd,
  confidence: 0.98,
  ...more,
})
const relative = (coin: string, amount: number, inCoin: string, more: Partial<SeenPrice> = {}) =>
  price(coin, amount, { inCoin, ...more })

function bases(
  known: Record<string, Partial<KnownPrice>> = {},
  redirects: [string, string][] = [],
) {
  return {
    findKnown: (coin: string, atSec: number) => {
      const found = known[coin]
      return found && { source: coin, priceUsd: 1, atSec, confidence: 0.99, ...found }
    },
    redirects: new Map(redirects),
  }
}

describe('in dollars', () => {
  test('default: a price in dollars stays, and one in a coin is multiplied by that coin’s', () => {
    const { absolute, remarks } = resolveRelative(
      [price('eth', 2_000), relative('vault', 1.5, 'eth')],
      bases(),
    )
    expect(absolute).toEqual([price('eth', 2_000), price('vault', 3_000)])
    expect(remarks).toEqual([])
  })

  test.each([
    { source: 'a vault, whose base is surer than nothing', own: 1, base: 0.98, expected: 0.98 },
    { source: 'a staking rate on a sure base', own: 0.98, base: 1, expected: 0.98 },
    { source: 'anything on a doubtful base', own: 1, base: 0.4, expected: 0.4 },
  ])('behavior: never surer than its base: $source', ({ own, base, expected }) => {
    const seen = [
      price('eth', 10, { confidence: base }),
      relative('x', 2, 'eth', { confidence: own }),
    ]
    expect(resolveRelative(seen, bases()).absolute[1]).toEqual(
      price('x', 20, { confidence: expected }),
    )
  })

  test.each([
    // Moving it by 2% costs 5 eth × 2,000 = 10,000 USD: 0.5.
    { depthInCoin: 5, expected: 0.5 },
    // 50 eth = 100,000 USD: 0.7; 0.4 eth = 800 USD: dust.
    { depthInCoin: 50, expected: 0.7 },
    { depthInCoin: 0.4, expected: 0 },
  ])(
    'behavior: the depth of $depthInCoin eth is valued at the base’s price',
    ({ depthInCoin, expected }) => {
      const seen = [price('eth', 2_000), relative('x', 2, 'eth', { confidence: 0.9, depthInCoin })]
      expect(resolveRelative(seen, bases()).absolute[1]?.confidence).toBeCloseTo(expected, 12)
    },
  )

  test('behavior: what was not seen just now comes from the store; without a confidence it is a price of the market', () => {
    const seen = [relative('x', 2, 'eth', { confidence: 1 })]
    expect(
      resolveRelative(seen, bases({ eth: { priceUsd: 50, confidence: null } })).absolute,
    ).toEqual([price('x', 100, { confidence: 0.99 })])
  })

  test('behavior: a base that was seen is not taken from the store, nor one of another timestamp', () => {
    const seen = [
      price('eth', 60),
      relative('x', 2, 'eth'),
      relative('y', 2, 'eth', { atSec: AT + 1 }),
    ]
    const { absolute } = resolveRelative(seen, bases({ eth: { priceUsd: 50 } }))
    expect(absolute.map(({ priceUsd }) => priceUsd)).toEqual([60, 120, 100])
  })

  test('behavior: a base that takes the price of another coin is followed one step', () => {
    const seen = [price('eth', 60), relative('x', 2, 'bridged-eth'), relative('y', 2, 'twice')]
    const { absolute, remarks } = resolveRelative(
      seen,
      bases({}, [
        ['bridged-eth', 'eth'],
        ['twice', 'bridged-eth'],
      ]),
    )
    expect(absolute).toEqual([price('eth', 60), price('x', 120)])
    expect(remarks).toEqual([{ coin: 'y', atSec: AT, reason: 'its base twice has no price' }])
  })
})

describe('chains and circles', () => {
  test('behavior: a base may be four steps away from dollars, not five', () => {
    const chain = ['a', 'b', 'c', 'd', 'e'].map((coin, index, coins) =>
      relative(coin, 2, index === 0 ? 'usd' : (coins[index - 1] ?? '')),
    )
    const { absolute, remarks } = resolveRelative([price('usd', 1), ...chain.toReversed()], bases())
    expect(new Map(absolute.map(({ coin, priceUsd }) => [coin, priceUsd]))).toEqual(
      new Map([
        ['usd', 1],
        ['a', 2],
        ['b', 4],
        ['c', 8],
        ['d', 16],
        ['e', 32],
      ]),
    )
    expect(remarks).toEqual([])
    const longer = resolveRelative([price('usd', 1), ...chain, relative('f', 2, 'e')], bases())
    expect(longer.remarks).toEqual([{ coin: 'f', atSec: AT, reason: 'its base e has no price' }])
  })

  test('error: two coins that are only priced in each other have no price, whatever the store remembers', () => {
    const { absolute, remarks } = resolveRelative(
      [relative('a', 2, 'b'), relative('b', 0.5, 'a')],
      bases({ a: {}, b: {} }),
    )
    expect(absolute).toEqual([])
    expect(remarks.map(({ reason }) => reason)).toEqual([
      'its base b has no price',
      'its base a has no price',
    ])
  })

  test('error: a coin is not priced in itself', () => {
    expect(resolveRelative([relative('a', 2, 'a')], bases()).absolute).toEqual([])
  })

  test('behavior: a coin with a dollar price takes no price from one that follows from it', () => {
    const { absolute, remarks } = resolveRelative(
      [price('eth', 2_000), relative('x', 0.1, 'eth'), relative('eth', 11, 'x')],
      bases(),
    )
    expect(absolute).toEqual([price('eth', 2_000), price('x', 200)])
    expect(remarks).toEqual([
      {
        coin: 'eth',
        atSec: AT,
        reason: 'its base x is not nearer to a price in dollars than the coin itself',
      },
    ])
  })

  test('behavior: two coins with dollar prices confirm each other', () => {
    const seen = [
      price('eth', 2_000),
      price('usdc', 1),
      relative('eth', 2_010, 'usdc'),
      relative('usdc', 1 / 2_010, 'eth'),
    ]
    expect(resolveRelative(seen, bases()).absolute.map(({ priceUsd }) => priceUsd)).toEqual([
      2_000,
      1,
      2_010,
      expect.closeTo(2_000 / 2_010, 12),
    ])
  })
})

describe('settled', () => {
  test('default: one price per coin, from bases that were settled themselves', () => {
    // eth: 2,000 and 2,010 agree (equally sure: the lower). x = 0.1 × 2,000. The pool of y is dust:
    // 0.1 eth = 200 USD.
    const seen = [
      price('eth', 2_010),
      price('eth', 2_000),
      relative('x', 0.1, 'eth'),
      relative('y', 5, 'eth', { depthInCoin: 0.1 }),
    ]
    const { prices, remarks } = settlePrices(seen, bases())
    expect(prices).toEqual([price('eth', 2_000), price('x', 200)])
    expect(remarks).toEqual([{ coin: 'y', atSec: AT, reason: 'confidence 0 is under 0.3' }])
  })
})

test.each([
  { depthUsd: 0, expected: 0 },
  { depthUsd: Number.NaN, expected: 0 },
  { depthUsd: 999.99, expected: 0 },
  { depthUsd: 1_000, expected: 0.3 },
  // One of the three factors of ten between 1,000 and a million: 0.3 + 0.6 × 1/3.
  { depthUsd: 10_000, expected: 0.5 },
  { depthUsd: 100_000, expected: 0.7 },
  { depthUsd: 1_000_000, expected: 0.9 },
  { depthUsd: 1e12, expected: 0.9 },
])('default: $depthUsd USD to move it by 2% gives $expected', ({ depthUsd, expected }) => {
  expect(depthConfidence(depthUsd)).toBeCloseTo(expected, 12)
})
