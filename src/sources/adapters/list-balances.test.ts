import { expect, test } from 'vitest'
import { nothingSeen } from '../model/observations.ts'
import { bookOf } from '../model/price-book-for-tests.ts'
import { listBalances } from './list-balances.ts'

test('default: the exact balance of each token over chains and sections, and its price', () => {
  const prices = bookOf({ 'bsc:0x1': { priceUsd: 2, decimals: 6, symbol: 'EXA' } })
  const holding = { protocol: '7', chain: 'bsc', section: 'tvl', atSec: 100 }
  const seen = {
    ...nothingSeen(),
    holdings: [
      { ...holding, amount: { coin: 'bsc:0x1', raw: 3_000_000n } },
      { ...holding, section: 'staking', amount: { coin: 'bsc:0x1', raw: 500_000n } },
      { ...holding, amount: { coin: 'bsc:0x2', raw: 5n } },
      { ...holding, amount: { coin: 'aggregator:bitcoin', tokens: 1.5 } },
      { ...holding, amount: { usd: 9 } },
    ],
  }
  const balances = listBalances(seen, prices)
  // 3,000,000 + 500,000 of 6 decimals are 3.5 tokens.
  expect(balances.map(({ coin, token, raw, tokens }) => [coin, token, raw, tokens])).toEqual([
    ['bsc:0x1', 'EXA', '3500000', 3.5],
    ['bsc:0x2', 'bsc:0x2', '5', null],
    ['aggregator:bitcoin', 'aggregator:bitcoin', null, 1.5],
  ])
  expect(balances.map(({ price }) => price?.priceUsd ?? null)).toEqual([2, null, null])
})
