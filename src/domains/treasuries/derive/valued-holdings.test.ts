import { expect, test } from 'vitest'
import reference from '../../../../data/token-classes.json' with { type: 'json' }
import {
  type KnownToken,
  ownTokens,
  sumKnown,
  type TokenClass,
  tokenBreakdowns,
  tokenClass,
  valuedHoldings,
} from './valued-holdings.ts'

const coin = (tokenCoin: string | null) => ({ tokenCoin })

test.each([
  ['nothing known', { tokenCoin: null, ownTokens: [] }, [coin(null)], []],
  [
    'the token of its protocol',
    { tokenCoin: null, ownTokens: [] },
    [coin('ethereum:0xb')],
    ['ethereum:0xb'],
  ],
  [
    'the tokens of its family',
    { tokenCoin: null, ownTokens: [] },
    [coin(null), coin('ethereum:0xb'), coin('bsc:0xa')],
    ['bsc:0xa', 'ethereum:0xb'],
  ],
  ['an entity without a protocol', { tokenCoin: 'base:0xc', ownTokens: [] }, [], ['base:0xc']],
  [
    'listed ones besides, each once',
    { tokenCoin: 'base:0xc', ownTokens: ['base:0xd', 'base:0xc'] },
    [coin('base:0xd')],
    ['base:0xc', 'base:0xd'],
  ],
])('default: %s', (_, holder, family, expected) => {
  expect(ownTokens(holder, family)).toEqual(expected)
})

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

const NOW = 1_768_392_000
const DAY = 86_400
const price = (priceUsd: number, ageSec = 0) => ({ atSec: NOW - ageSec, priceUsd })
const known: Record<string, KnownToken> = {
  'ethereum:0xa': { tokenClass: 'majors', price: price(2_500) },
  'ethereum:0xb': { tokenClass: 'stablecoins', price: price(0.99, DAY) },
  'ethereum:0xc': { tokenClass: 'others', price: price(5, DAY + 1) },
  'ethereum:0xd': { tokenClass: 'others', price: price(0) },
  'ethereum:0xe': { tokenClass: 'others', price: undefined },
}
const tokenOf = (coin: string): KnownToken =>
  known[coin] ?? { tokenClass: 'others', price: undefined }
const value = (token: string, amount: number) =>
  valuedHoldings([{ chain: 'ethereum', token, amount }], new Set(['ethereum:0xd']), tokenOf, NOW)[0]

test.each([
  // 4 × 2,500.
  ['amount × price', 'ethereum:0xa', 4, { isOwn: false, tokenClass: 'majors', usd: 10_000 }],
  // 200 × 0.99.
  [
    'a price of a day ago is the oldest that counts',
    'ethereum:0xb',
    200,
    { isOwn: false, tokenClass: 'stablecoins', usd: 198 },
  ],
  ['an older one does not', 'ethereum:0xc', 7, { isOwn: false, tokenClass: 'others', usd: null }],
  [
    'a price of nothing is a price',
    'ethereum:0xd',
    7,
    { isOwn: true, tokenClass: 'others', usd: 0 },
  ],
  ['no price', 'ethereum:0xe', 7, { isOwn: false, tokenClass: 'others', usd: null }],
  ['nothing held', 'ethereum:0xa', 0, { usd: 0 }],
  ['nothing held of what has no price', 'ethereum:0xe', 0, { usd: null }],
])('default: %s', (_, token, amount, expected) => {
  expect(value(token, amount)).toMatchObject({ chain: 'ethereum', ...expected })
})

test('behavior: no holdings have no values', () => {
  expect(valuedHoldings([], new Set(), tokenOf, NOW)).toEqual([])
})

const holding = (tokenClass: TokenClass, usd: number | null, isOwn = false) => ({
  chain: 'ethereum',
  isOwn,
  tokenClass,
  usd,
})

test.each([
  ['nothing held', [], { ownTokens: 0, stablecoins: 0, majors: 0, others: 0 }],
  [
    // 5 + 7 of stablecoins.
    'each token is of one kind; an own one is nothing else',
    [
      holding('stablecoins', 5),
      holding('stablecoins', 7),
      holding('majors', 100),
      holding('others', 3),
      holding('stablecoins', 40, true),
    ],
    { ownTokens: 40, stablecoins: 12, majors: 100, others: 3 },
  ],
  [
    'a token without a price adds nothing',
    [holding('others', null), holding('others', 3)],
    { ownTokens: 0, stablecoins: 0, majors: 0, others: 3 },
  ],
  [
    'a kind without any price is not known',
    [holding('others', null), holding('others', null, true), holding('majors', 1)],
    { ownTokens: null, stablecoins: 0, majors: 1, others: null },
  ],
])('default: %s', (_, holdings, expected) => {
  expect(tokenBreakdowns(holdings)).toEqual(expected)
})

test.each([
  ['nothing', [], 0],
  ['a zero', [{ usd: 0 }], 0],
  ['an unknown', [{ usd: null }], null],
  ['an unknown and a known', [{ usd: null }, { usd: 2 }], 2],
])('sumKnown: %s', (_, holdings, expected) => {
  expect(sumKnown(holdings)).toBe(expected)
})
