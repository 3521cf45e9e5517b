import { expect, test } from 'vitest'
import reference from '../../../../data/token-classes.json' with { type: 'json' }
import { tokenClass } from './token-class.ts'

test.each([
  ['BTC', 'majors'],
  ['WETH', 'majors'],
  ['wstETH', 'majors'],
  ['STETH', 'majors'],
  ['aEthWETH', 'majors'],
  ['SOL', 'others'],
  ['BNB', 'others'],
  ['ETHFI', 'others'],
  ['USDT', 'stablecoins'],
  ['USDC.e', 'stablecoins'],
  ['aUSDC', 'stablecoins'],
  ['sUSDe', 'stablecoins'],
  ['DAI', 'stablecoins'],
  ['sDAI', 'stablecoins'],
  ['DAISY', 'others'],
  ['GHOST', 'others'],
  ['LINK', 'others'],
  ['', 'others'],
  [null, 'others'],
])('default: %j is of the %s', (symbol, expected) => {
  expect(tokenClass(symbol)).toBe(expected)
})

test('behavior: no symbol is listed twice, no major is a stablecoin, and none has signs that mean something in a pattern', () => {
  const all = [...reference.majors, ...reference.stablecoins].map((symbol) => symbol.toUpperCase())
  expect(reference.stablecoins.filter((symbol) => !/^[A-Z0-9]+$/.test(symbol))).toEqual([])
  expect(all.filter((symbol, index) => all.indexOf(symbol) !== index)).toEqual([])
})
