import { expect, test } from 'vitest'
import { ilRisk } from './il-risk.ts'

test.each([
  ['one token', 'STETH', 'single', undefined, 'no'],
  ['a pair where only one side is at risk', 'USDC-WETH', 'single', undefined, 'no'],
  ['stablecoins of one currency', 'USDC-DAI', 'multi', ['USD'], 'no'],
  ['stablecoins of two currencies', 'USDC-EURC', 'multi', ['USD', 'EUR'], 'yes'],
  ['two currencies, one side at risk', 'USDC-EURC', 'single', ['USD', 'EUR'], 'no'],
  ['a stablecoin and one that floats', 'USDC-RAI', 'multi', ['USD', 'RAI'], 'yes'],
  ['a pair', 'USDC-WETH', 'multi', undefined, 'yes'],
  ['an asset and its staked form', 'WETH-STETH', 'multi', undefined, 'no'],
  ['wrapped, in any case', 'wsteth-eth', 'multi', undefined, 'no'],
  ['three forms of one asset', 'WBTC-CBBTC-TBTC', 'multi', undefined, 'no'],
  ['a form that does not end in the asset', 'BTCB-WBTC', 'multi', undefined, 'no'],
  ['two assets', 'WETH-WBTC', 'multi', undefined, 'yes'],
  ['two of three are one asset', 'WETH-STETH-USDC', 'multi', undefined, 'yes'],
  ['the same token twice', 'CRV-CRV', 'multi', undefined, 'no'],
  ['the same token by two bridges', 'LINK-LINK.e', 'multi', undefined, 'no'],
  ['a name that only begins like an asset', 'SOLV-SOL', 'multi', undefined, 'yes'],
  [
    'an index, one symbol but several assets: nothing in the symbol moves apart',
    'DPI',
    'multi',
    undefined,
    'no',
  ],
] as const)('behavior: %s', (_, symbol, exposure, currencies, expected) => {
  expect(ilRisk(symbol, exposure, currencies && new Set<string>(currencies))).toBe(expected)
})
