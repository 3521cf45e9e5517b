import { expect, test } from 'vitest'
import { ilRisk } from './il-risk.ts'

test.each([
  ['one token', 'STETH', 'single', false, 'no'],
  ['a pair where only one side is at risk', 'USDC-WETH', 'single', false, 'no'],
  ['stablecoins alone', 'USDC-DAI', 'multi', true, 'no'],
  ['a pair', 'USDC-WETH', 'multi', false, 'yes'],
  ['an asset and its staked form', 'WETH-STETH', 'multi', false, 'no'],
  ['wrapped, in any case', 'wsteth-eth', 'multi', false, 'no'],
  ['three forms of one asset', 'WBTC-CBBTC-TBTC', 'multi', false, 'no'],
  ['a form that does not end in the asset', 'BTCB-WBTC', 'multi', false, 'no'],
  ['two assets', 'WETH-WBTC', 'multi', false, 'yes'],
  ['two of three are one asset', 'WETH-STETH-USDC', 'multi', false, 'yes'],
  ['the same token twice', 'CRV-CRV', 'multi', false, 'no'],
  ['the same token by two bridges', 'LINK-LINK.e', 'multi', false, 'no'],
  ['a name that only begins like an asset', 'SOLV-SOL', 'multi', false, 'yes'],
  [
    'an index, one symbol but several assets: nothing in the symbol moves apart',
    'DPI',
    'multi',
    false,
    'no',
  ],
] as const)('behavior: %s', (_, symbol, exposure, isStable, expected) => {
  expect(ilRisk(symbol, exposure, isStable)).toBe(expected)
})
