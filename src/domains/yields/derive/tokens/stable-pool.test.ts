import { describe, expect, test } from 'vitest'
import { stableCurrencies } from './stable-pool.ts'
import type { StablecoinSymbol } from './stable-token.ts'

const usd = (priceUsd: number | null) => ({ priceUsd, currency: 'USD' })
const KNOWN = new Map<string, StablecoinSymbol>([
  ['USDC', usd(1)],
  ['USDT', usd(1.001)],
  ['DAI', usd(0.9998)],
  ['FRAX', usd(0.998)],
  ['LUSD', usd(1.01)],
  ['MIM', usd(0.99)],
  ['CRVUSD', usd(0.999)],
  ['USDE', usd(1)],
  ['USD+', usd(1)],
  ['EURC', { priceUsd: 1.08, currency: 'EUR' }],
  ['RAI', { priceUsd: 2.9, currency: null }],
  ['EDGE', usd(0.7)],
  ['BROKEN', usd(0.6999)],
  ['UNPRICED', usd(null)],
])

const found = (symbol: string, known = KNOWN) => {
  const currencies = stableCurrencies(symbol, known)
  return currencies && [...currencies].join()
}

test.each([
  ['one stablecoin', 'USDC', 'USD'],
  ['in any case', 'usdc-Dai', 'USD'],
  ['of several pegs', 'USDC-EURC', 'USD,EUR'],
  ['one that floats is a currency of its own', 'RAI-DAI', 'RAI,USD'],
  ['one that came over a bridge', 'USDC.e-USDC', 'USD'],
  ['exactly 0.70', 'EDGE', 'USD'],
  ['one that lost its peg', 'USDC-BROKEN', undefined],
  ['one without a price', 'UNPRICED', undefined],
  ['one token that is none', 'USDC-WETH', undefined],
  ['a symbol that only begins like one', 'USDCX', undefined],
  ['no symbol', '', undefined],
  ['no token between the dashes', '-', undefined],
])('behavior: %s', (_, symbol, expected) => {
  expect(found(symbol)).toBe(expected)
})

describe('forms of stablecoins', () => {
  test.each([
    '3CRV',
    'FRAXBP',
    'crvFRAX',
    'am3CRV',
    '2CRV',
    'LUSD-3CRV',
    'FRAX3CRV-f',
    'LUSD3CRV',
    'LUSDFRAXBP',
    'MIM-FRAXBP',
    'DAI-USDC-USDT',
    'DAIUSDCUSDT',
    'crvUSDUSDC',
    'bb-a-USDC',
    'USDC/USDT',
    'vAMM-USDC/DAI',
    'USDC-USDT LP',
    'USDC_DAI',
  ])('behavior: %s is a share of a pool of dollars', (symbol) => {
    expect(found(symbol)).toBe('USD')
  })

  test.each([
    ['another token in one word', 'WETHUSDC'],
    ['another token before a base pool', 'CVXFRAXBP'],
    ['a base pool and another token', 'STETH-3CRV'],
    ['a base pool of other coins', 'STECRV'],
    ['wrapped, but it lost its peg', 'aBROKEN'],
    ['a word with a stablecoin inside', 'DAIMON'],
    ['a word that ends in one', 'SOMEDAI'],
    ['a dollar that nobody knows', 'XUSD'],
    ['nothing but the word for a share', 'LP'],
  ])('behavior: %s is none', (_, symbol) => {
    expect(found(symbol)).toBeUndefined()
  })

  test('behavior: a base pool is as stable as its members', () => {
    const withoutTether = new Map([...KNOWN].filter(([symbol]) => symbol !== 'USDT'))
    expect(found('3CRV', withoutTether)).toBeUndefined()
    expect(found('FRAXBP', withoutTether)).toBe('USD')
    expect(found('FRAXBP', new Map([...KNOWN, ['FRAX', usd(0.5)]]))).toBeUndefined()
  })

  test('behavior: a euro in a form is a euro', () => {
    expect(found('aEURC-USDC')).toBe('EUR,USD')
  })
})

test('behavior: where no stablecoin is known none is stable', () => {
  expect(stableCurrencies('USDC', new Map())).toBeUndefined()
})
