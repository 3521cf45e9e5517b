import { expect, test } from 'vitest'
import { exposureOf, ilRisk, matchesSymbol, symbolTokens } from './pool-symbol.ts'

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

test('behavior: nothing is requested', () => {
  expect(matchesSymbol('USDC', new Set())).toBe(false)
})

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
