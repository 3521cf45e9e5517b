import { describe, expect, test } from 'vitest'
import {
  coinsOfId,
  type LiquidCoin,
  mostLiquid,
  type NewestSample,
  nameCoins,
  tokensOfSlug,
} from './token-coins.ts'

const coin = (id: string, symbol: string | null, name: string | null, priced = id): LiquidCoin => ({
  coin: id,
  symbol,
  name,
  priced,
})

const names = nameCoins([
  coin('ethereum:0xa', 'USDT', 'Tether USD', 'aggregator:tether'),
  coin('bsc:0xb', 'USDT', 'Binance-Peg Tether', 'aggregator:tether'),
  coin('base:0xc', 'usdt', 'Not That One'),
  coin('ethereum:0xd', null, null),
  coin('aggregator:tether', 'USDT', 'Tether', 'aggregator:tether'),
  coin('ethereum:0xe', "Joe's", "Trader Joe's", 'ethereum:0xe'),
])

describe('coinsOfId', () => {
  test.each([
    ['a coin on a chain is itself', 'bsc:0xb', ['bsc:0xb']],
    ['a coin of which no name is known', 'ethereum:0xd', ['ethereum:0xd']],
    [
      'a coin whose price others take, with them',
      'aggregator:tether',
      ['aggregator:tether', 'ethereum:0xa', 'bsc:0xb'],
    ],
    ['a coin without liquidity', 'ethereum:0xf', []],
  ])('default: %s', (_, asked, expected) => {
    expect(coinsOfId(names, asked)).toEqual(expected)
  })
})

describe('tokensOfSlug', () => {
  test.each([
    // One token on two chains and at the source; a second one with the same symbol.
    ['a symbol', 'usdt', [['ethereum:0xa', 'bsc:0xb', 'aggregator:tether'], ['base:0xc']]],
    ['a name', 'binance-peg-tether', [['bsc:0xb']]],
    ['the id whose price it takes', 'tether', [['ethereum:0xa', 'bsc:0xb', 'aggregator:tether']]],
    ['a name with an apostrophe', 'trader-joes', [['ethereum:0xe']]],
    ['an address', '0xd', [['ethereum:0xd']]],
    ['nobody', 'usd', []],
    ['nothing', '', []],
    ['a name that objects have', 'constructor', []],
  ])('default: %s', (_, slug, expected) => {
    expect(tokensOfSlug(names, slug)).toEqual(expected)
  })
})

const DAY = 86_400
const TODAY = 1_700_006_400
/** Newest samples of pools, by `<coin>` or `<coin> <pool>`. */
const newest = (entries: Record<string, [daysAgo: number, usd: number]>): NewestSample[] =>
  Object.entries(entries).map(([key, [daysAgo, usd]]) => ({
    coin: key.split(' ')[0] ?? '',
    atSec: TODAY - daysAgo * DAY,
    usd,
  }))

test.each([
  ['no token', [], {}, []],
  ['one token', [['a']], { a: [0, 1] }, ['a']],
  ['the larger one', [['a'], ['b']], { a: [0, 1], b: [0, 2] }, ['b']],
  // 1.5 + 1.5 against 2.
  [
    'the coins of a token count together',
    [['a'], ['b', 'c']],
    { a: [0, 2], b: [0, 1.5], c: [0, 1.5] },
    ['b', 'c'],
  ],
  [
    'the pools of a coin count together, those carried too',
    [['a'], ['b']],
    { a: [0, 2], 'b p1': [0, 1.5], 'b p2': [3, 1] },
    ['b'],
  ],
  ['a tie goes to the first', [['a'], ['b']], { a: [0, 2], b: [0, 2] }, ['a']],
  ['what has stopped counts nothing', [['a'], ['b']], { a: [8, 900], b: [0, 2] }, ['b']],
  ['what was measured a week ago still counts', [['a'], ['b']], { a: [7, 900], b: [0, 2] }, ['a']],
  [
    'days count, not hours: 23:00 a week ago',
    [['a'], ['b']],
    { a: [7 + 1 / 24, 900], b: [0, 2] },
    ['b'],
  ],
  ['all have stopped: the newest decide', [['a'], ['b']], { a: [100, 5], b: [101, 6] }, ['b']],
  ['one of which nothing is known', [['a'], ['b']], { b: [0, 0] }, ['a']],
] as [string, string[][], Record<string, [number, number]>, string[]][])(
  'default: %s',
  (_, tokens, known, expected) => {
    expect(mostLiquid(tokens, newest(known))).toEqual(expected)
  },
)
