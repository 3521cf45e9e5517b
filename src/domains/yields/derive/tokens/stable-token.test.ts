import { expect, test } from 'vitest'
import { listCurrencies, type StablecoinSymbol } from './stable-token.ts'

const usd = (priceUsd: number | null) => ({ priceUsd, currency: 'USD' })
const KNOWN = new Map<string, StablecoinSymbol>([
  ['USDC', usd(1)],
  ['USDT', usd(1.001)],
  ['DAI', usd(0.9998)],
  ['FRAX', usd(0.998)],
  ['USDE', usd(1)],
  ['USD+', usd(1)],
  ['EURC', { priceUsd: 1.08, currency: 'EUR' }],
  ['RAI', { priceUsd: 2.9, currency: null }],
  ['M', usd(1)],
  ['BROKEN', usd(0.6999)],
  ['UNPRICED', usd(null)],
])

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
