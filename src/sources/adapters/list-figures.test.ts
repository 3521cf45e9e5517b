import { expect, test } from 'vitest'
import { nothingSeen } from '../model/observations.ts'
import { bookOf } from '../model/price-book-for-tests.ts'
import { listBalances, listFigures } from './list-figures.ts'

const prices = bookOf({ 'bsc:0x1': { priceUsd: 2, decimals: 6, symbol: 'EXA' } })

test('default: values by chain, section and token, the largest first, those without one last', () => {
  const holding = { protocol: '7', chain: 'bsc', section: 'tvl', atSec: 100 }
  const flow = {
    protocol: '7',
    metric: 'fees',
    dataType: 'dailyFees',
    version: '',
    chain: 'bsc',
    atSec: 100,
  }
  const seen = {
    ...nothingSeen(),
    holdings: [
      { ...holding, amount: { coin: 'bsc:0x2', raw: 5n } },
      { ...holding, amount: { coin: 'bsc:0x1', raw: 3_000_000n } },
    ],
    flows: [
      { ...flow, label: 'Swaps', amount: { usd: 50 } },
      { ...flow, label: '', amount: { count: 4 } },
    ],
  }
  expect(listFigures(seen, prices)).toEqual([
    { chain: 'bsc', what: 'dailyFees, Swaps', token: 'USD', tokens: null, valueUsd: 50 },
    // 3 tokens at $2.
    { chain: 'bsc', what: 'tvl', token: 'EXA', tokens: 3, valueUsd: 6 },
    { chain: 'bsc', what: 'tvl', token: 'bsc:0x2', tokens: null, valueUsd: null },
    { chain: 'bsc', what: 'dailyFees', token: 'count', tokens: 4, valueUsd: null },
  ])
})

test('behavior: supplies, pools, transfers and schedules are listed too', () => {
  const seen = {
    ...nothingSeen(),
    supplies: [
      {
        asset: '1',
        chain: 'bsc',
        minted: 10,
        unreleased: 1,
        bridgedFrom: [{ chain: 'tron', amount: 2 }],
        atSec: 100,
      },
    ],
    schedules: [{ protocol: '7', schedule: { sections: [{}, {}] } }],
  }
  expect(listFigures(seen, prices).map(({ what, tokens }) => [what, tokens])).toEqual([
    ['minted', 10],
    ['unreleased', 1],
    ['from tron', 2],
    ['unlock sections', 2],
  ])
})

test.each([
  [{ apyPct: 9, apyBasePct: 1, apyRewardPct: 2 }, 9],
  // 1 + 2
  [{ apyPct: null, apyBasePct: 1, apyRewardPct: 2 }, 3],
  [{ apyPct: null, apyBasePct: null, apyRewardPct: 2 }, 2],
  [{ apyPct: null, apyBasePct: 0, apyRewardPct: null }, 0],
])('behavior: the rate of a pool with %j is %d%', (rates, expected) => {
  const pool = {
    ...{ pool: 'p', project: 'x', chain: 'bsc', symbol: 'A-B', poolMeta: null, url: null },
    ...{ underlyingTokens: [], rewardTokens: [], atSec: 100, held: [{ usd: 5 }], ...rates },
    ...{ volume1d: null, volume7d: null, pricePerShare: null, kind: null, lending: null },
  }
  expect(listFigures({ ...nothingSeen(), pools: [pool] }, prices)).toEqual([
    { chain: 'bsc', what: 'pool A-B', token: 'USD', tokens: null, valueUsd: 5, apyPct: expected },
  ])
})

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
