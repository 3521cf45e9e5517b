import { expect, test } from 'vitest'
import { tokenHolders } from './token-holders.ts'

const row = (token: string, symbol: string, valueUsd: number, section = 'tvl') => ({
  chain: 'ethereum',
  section,
  token,
  symbol,
  amount: 1,
  valueUsd,
})
const newest = new Map([
  ['1', { rows: [row('ethereum:0xa', 'USDT', 5), row('ethereum:0xb', 'WETH', 90)] }],
  [
    '2',
    {
      rows: [
        row('ethereum:0xa', 'USDT', 4),
        row('bsc:0xc', 'usdt', 3),
        row('bsc:0xd', 'USDT0', 1_000),
      ],
    },
  ],
  ['3', { rows: [row('ethereum:0xe', 'ETH', 7), row('ethereum:0xa', 'USDT', 1_000, 'borrowed')] }],
  [
    '4',
    {
      rows: [row('ethereum:0xa', 'USDT', 2), { ...row('ethereum:0xa', 'USDT', 3), chain: 'base' }],
    },
  ],
])
const none = new Set<string>()

test('default: by symbol, largest first; sections do not count', () => {
  expect(tokenHolders(newest, { symbol: 'USDT', coins: none })).toEqual([
    { protocol: '2', amountUsd: { 'ethereum:0xa': 4, 'bsc:0xc': 3 }, totalUsd: 7 },
    { protocol: '1', amountUsd: { 'ethereum:0xa': 5 }, totalUsd: 5 },
    { protocol: '4', amountUsd: { 'ethereum:0xa': 5 }, totalUsd: 5 },
  ])
})

test('behavior: a part of a symbol does not match', () => {
  expect(tokenHolders(newest, { symbol: 'ETH', coins: none })).toEqual([
    { protocol: '3', amountUsd: { 'ethereum:0xe': 7 }, totalUsd: 7 },
  ])
})

test('behavior: by coin id', () => {
  expect(tokenHolders(newest, { symbol: undefined, coins: new Set(['bsc:0xd']) })).toEqual([
    { protocol: '2', amountUsd: { 'bsc:0xd': 1_000 }, totalUsd: 1_000 },
  ])
})

test('behavior: nobody holds it', () => {
  expect(tokenHolders(newest, { symbol: 'NONE', coins: none })).toEqual([])
})
