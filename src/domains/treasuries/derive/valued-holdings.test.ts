import { expect, test } from 'vitest'
import { type KnownToken, valuedHoldings } from './valued-holdings.ts'

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
