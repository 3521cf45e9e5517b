import { expect, test } from 'vitest'
import { isStablePool } from './stable-pool.ts'

const PRICES = new Map<string, number | null>([
  ['USDC', 1],
  ['DAI', 0.9998],
  ['EURC', 1.08],
  ['EDGE', 0.7],
  ['BROKEN', 0.6999],
  ['UNPRICED', null],
])

test.each([
  ['one stablecoin', 'USDC', true],
  ['in any case', 'usdc-Dai', true],
  ['of several pegs', 'USDC-EURC', true],
  ['one that came over a bridge', 'USDC.e-USDC', true],
  ['exactly 0.70', 'EDGE', true],
  ['one that lost its peg', 'USDC-BROKEN', false],
  ['one without a price', 'UNPRICED', false],
  ['one token that is none', 'USDC-WETH', false],
  ['a symbol that only begins like one', 'USDCX', false],
  ['no symbol', '', false],
  ['no token between the dashes', '-', false],
])('behavior: %s', (_, symbol, expected) => {
  expect(isStablePool(symbol, PRICES)).toBe(expected)
})

test('behavior: where no stablecoin is known none is stable', () => {
  expect(isStablePool('USDC', new Map())).toBe(false)
})
