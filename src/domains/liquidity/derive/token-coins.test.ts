import { describe, expect, test } from 'vitest'
import { coinsOfId, type LiquidCoin, nameCoins, tokensOfSlug } from './token-coins.ts'

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
