import { expect, test } from 'vitest'
import { matchesSymbol } from './symbol-match.ts'

test.each([
  ['the whole symbol', 'USDC-WETH', 'USDC-WETH', true],
  ['one of its tokens, in any case', 'usdc-weth', 'WETH', true],
  ['a token that came over a bridge', 'USDC.e-WETH', 'USDC', true],
  ['the same, written out', 'USDC.e', 'USDC.E', true],
  ['another order is another pool', 'USDC-WETH', 'WETH-USDC', false],
  ['a part of a token is not it', 'USDC-WETH', 'ETH', false],
  ['nothing', 'USDC-WETH', '', false],
])('behavior: %s', (_, symbol, asked, expected) => {
  expect(matchesSymbol(symbol, new Set([asked]))).toBe(expected)
  expect(matchesSymbol(symbol, new Set(['OTHER', asked]))).toBe(expected)
})

test('behavior: nothing is asked for', () => {
  expect(matchesSymbol('USDC', new Set())).toBe(false)
})
