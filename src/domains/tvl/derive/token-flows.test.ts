import { expect, test } from 'vitest'
import { holdingsBySymbol, type TokenHolding, tokenFlows } from './token-flows.ts'

type Holdings = Record<string, [amount: number, valueUsd: number]>

function held(holdings: Holdings): Map<string, TokenHolding> {
  return new Map(
    Object.entries(holdings).map(([symbol, [amount, valueUsd]]) => [symbol, { amount, valueUsd }]),
  )
}

test.each<[string, Holdings, Holdings, inflows: number, outflows: number]>([
  // 10 more at 3,000 each.
  ['default: more of a token came in', { ETH: [100, 300_000] }, { ETH: [110, 330_000] }, 30_000, 0],
  ['behavior: less of it went out', { ETH: [100, 300_000] }, { ETH: [90, 270_000] }, 0, 30_000],
  ['behavior: a price move is no flow', { ETH: [100, 300_000] }, { ETH: [100, 450_000] }, 0, 0],
  // 110 × 4,000 = 440,000 is worth more than 300,000, so the ten are priced at 4,000.
  [
    'behavior: the price is that of the larger value: now',
    { ETH: [100, 300_000] },
    { ETH: [110, 440_000] },
    40_000,
    0,
  ],
  // 100 × 3,000 = 300,000 is worth more than 110 × 2,000 = 220,000: priced at 3,000.
  [
    'behavior: the price is that of the larger value: then',
    { ETH: [100, 300_000] },
    { ETH: [110, 220_000] },
    30_000,
    0,
  ],
  ['behavior: a new token came in whole', {}, { USDC: [500, 499] }, 499, 0],
  ['behavior: a vanished token went out whole', { USDC: [500, 499] }, {}, 0, 499],
  [
    'behavior: in and out do not cancel out',
    { ETH: [1, 3_000], USDC: [100, 100] },
    { ETH: [2, 6_000], USDC: [40, 40] },
    3_000,
    60,
  ],
  ['behavior: what has no price has no flow', { JUNK: [1, 0] }, { JUNK: [1_000_000, 0] }, 0, 0],
  ['behavior: nothing then and now', {}, {}, 0, 0],
])('%s', (_, before, after, inflows, outflows) => {
  expect(tokenFlows(held(before), held(after))).toEqual({
    inflows,
    outflows,
    netflow: inflows - outflows,
  })
})

test('behavior: wrapped coins count as the coin, symbols in any case', () => {
  const rows = [
    { symbol: 'WETH', amount: 1, valueUsd: 3_000 },
    { symbol: 'eth', amount: 2, valueUsd: 6_000 },
    { symbol: 'WBNB', amount: 3, valueUsd: 1_800 },
    { symbol: 'STETH', amount: 4, valueUsd: 12_000 },
  ]
  expect(holdingsBySymbol(rows)).toEqual(
    held({ ETH: [3, 9_000], BNB: [3, 1_800], STETH: [4, 12_000] }),
  )
})

test('behavior: wrapping is no flow', () => {
  const before = holdingsBySymbol([{ symbol: 'ETH', amount: 5, valueUsd: 15_000 }])
  const after = holdingsBySymbol([{ symbol: 'WETH', amount: 5, valueUsd: 15_000 }])
  expect(tokenFlows(before, after)).toEqual({ inflows: 0, outflows: 0, netflow: 0 })
})
