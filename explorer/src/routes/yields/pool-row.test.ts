import { expect, test } from 'vitest'
import { hasTokens } from './pool-row.ts'

test('tokens that must be in a pool, and those that must not', () => {
  expect(hasTokens('WETH-DAI', '')).toBe(true)
  expect(hasTokens('WETH-DAI', 'dai weth')).toBe(true)
  expect(hasTokens('WETH-DAI', 'ETH')).toBe(false)
  expect(hasTokens('WETH-DAI', '-usdc')).toBe(true)
  expect(hasTokens('WETH-DAI', 'weth, -dai')).toBe(false)
  expect(hasTokens('USD₮0-USDC.E', 'usdc.e')).toBe(true)
})
