import { expect, test } from 'vitest'
import { symbolTokens } from './symbol-tokens.ts'

test.each([
  ['STETH', ['STETH']],
  ['usdc-weth', ['USDC', 'WETH']],
  ['USDC.e-WETH', ['USDC', 'WETH']],
  ['BTC.b', ['BTC']],
  ['DAI-USDC-USDT', ['DAI', 'USDC', 'USDT']],
  [' DAI - USDC ', ['DAI', 'USDC']],
  ['-WETH-', ['WETH']],
  ['.e', []],
  ['', []],
])('default: %j has the tokens %j', (symbol, tokens) => {
  expect(symbolTokens(symbol)).toEqual(tokens)
})
