import { expect, test } from 'vitest'
import { outputOf, response } from './output-for-tests.ts'
import { readYieldOutput } from './yield-output.ts'

const POOL = {
  pool: 'p-1',
  chain: 'Ethereum',
  project: 'one',
  symbol: 'A-B',
  tvlUsd: 1000,
  apyBase: 2.5,
}
const read = (...pools: object[]) =>
  readYieldOutput(outputOf([response(pools as never)], { url: 'https://one.example' }))

test('default: a pool with what it holds and pays', () => {
  expect(
    read({
      ...POOL,
      apyReward: 1,
      rewardTokens: ['0x1'],
      underlyingTokens: ['0x2'],
      volumeUsd1d: 5,
    }).observations.pools,
  ).toEqual([
    {
      pool: 'p-1',
      project: 'one',
      chain: 'Ethereum',
      symbol: 'A-B',
      poolMeta: null,
      url: 'https://one.example',
      underlyingTokens: ['0x2'],
      rewardTokens: ['0x1'],
      atSec: 2000,
      held: [{ usd: 1000 }],
      apyPct: null,
      apyBasePct: 2.5,
      apyRewardPct: 1,
      volume1d: [{ usd: 5 }],
      volume7d: null,
      pricePerShare: null,
      kind: null,
      lending: null,
    },
  ])
})

test('behavior: a pool that lends has its market', () => {
  const [pool] = read({
    ...POOL,
    totalSupplyUsd: 10,
    totalBorrowUsd: 4,
    apyBaseBorrow: 3,
    ltv: 0.8,
    borrowable: true,
  }).observations.pools
  expect(pool?.kind).toBe('lending')
  expect(pool?.lending).toMatchObject({
    supplied: [{ usd: 10 }],
    borrowed: [{ usd: 4 }],
    apyBaseBorrowPct: 3,
    ltv: 0.8,
    borrowable: true,
  })
})

test('behavior: rewards without tokens are noticed', () => {
  expect(read({ ...POOL, apyReward: 1 }).warnings).toEqual([
    'the pool p-1 pays rewards but names no rewardTokens',
  ])
})

test.each([
  [[POOL, POOL], /the pool p-1 is given twice/],
  [[{ ...POOL, tvlUsd: Number.NaN }], /pool p-1, tvlUsd must be a number, not NaN/],
  [[{ ...POOL, apyBase: undefined }], /pool p-1 needs apy, apyBase or apyReward/],
  [[{ ...POOL, pool: undefined }], /pool 1 needs a pool key and a chain/],
])('error: %j', (pools, message) => {
  expect(() => read(...pools)).toThrow(message)
})

test('error: no list', () => {
  expect(() => readYieldOutput(outputOf([response({})]))).toThrow('apy() must give a list of pools')
})

test('behavior: names of tokens carry no control characters; what is no text is left out', () => {
  const { observations } = read({
    ...POOL,
    underlyingTokens: ['0x2\u0007', 7, null],
    rewardTokens: '0x1',
  })
  expect(observations.pools).toMatchObject([{ underlyingTokens: ['0x2'], rewardTokens: [] }])
})
