import { describe, expect, test } from 'vitest'
import { listCurrencies, type StablecoinSymbol, stableCurrencies } from './stable-pool.ts'

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
  ['M', usd(1)],
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

test.each([
  'aUSDC',
  'cDAI',
  'vUSDT',
  'S*USDC',
  'S*USDT',
  'yvUSDC',
  'sUSDe',
  'sFRAX',
  'stkUSDC',
  'aEthUSDC',
  'waBasUSDC',
  'cUSDCv3',
  'axlUSDC',
  'anyUSDC',
  'mooUSDC',
  'USDT0',
  'USD₮0',
  'USDCe',
  'DAI+',
  'USD+',
])('behavior: %s is a dollar, wrapped, lent, staked or bridged', (token) => {
  expect(listCurrencies(token, KNOWN)).toEqual(['USD'])
})

test.each([
  ['a euro that is lent', 'aEURC', ['EUR']],
  ['one that floats is a currency of its own', 'RAI', ['RAI']],
  ['two in one word, in their order', 'EURCUSDC', ['EUR', 'USD']],
  ['a base pool is its members', '3CRV', ['USD', 'USD', 'USD']],
  ['a stablecoin before a base pool', 'FRAX3CRV', ['USD', 'USD', 'USD', 'USD']],
  ['a short symbol counts whole', 'M', ['USD']],
  ['but not at the end of a word', 'XM', undefined],
  ['one that lost its peg', 'BROKEN', undefined],
  ['and its wrapped form', 'aBROKEN', undefined],
  ['one without a price', 'aUNPRICED', undefined],
  ['another coin before it', 'WETHUSDC', undefined],
  ['nothing', '', undefined],
])('behavior: %s', (_, token, expected) => {
  expect(listCurrencies(token, KNOWN)).toEqual(expected)
})
