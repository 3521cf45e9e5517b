import { expect, test } from 'vitest'
import { exposureOf } from './exposure.ts'

test.each([
  ['one token', 'STETH', null, 'single'],
  ['several', 'USDC-WETH', null, 'multi'],
  ['the source knows better: a vault for one side', 'USDC-WETH', 'single', 'single'],
  ['the source knows better: an index', 'DPI', 'multi', 'multi'],
  ['another word of the source says nothing', 'STETH', 'both', 'single'],
  ['no symbol', '', null, 'single'],
] as const)('behavior: %s', (_, symbol, given, expected) => {
  expect(exposureOf(symbol, given)).toBe(expected)
})
