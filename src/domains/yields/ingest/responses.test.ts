import { expect, test } from 'vitest'
import { readResponse } from '../../../../test/support/mirror/read-response.ts'
import { yieldMirror } from './responses.ts'

const NOON = 1_768_392_000
const TODAY = NOON - 43_200
const read = (operation: string, body: unknown, call: object = {}) =>
  readResponse(yieldMirror.responses, `yields.${operation}`, body, { atSec: NOON, ...call })
const pool = { pool: 'p1', project: 'one-swap', chain: 'Ethereum', symbol: 'USDC-WETH' }

test('default: pools, and the chart of each with what only the list says of it', () => {
  const { rows, details } = read('listPools', {
    status: 'success',
    data: [{ ...pool, tvlUsd: 5, apy: 2, volumeUsd1d: 7, underlyingTokens: ['0xa', '0xb'] }],
  })
  expect(rows.yield_pools).toEqual([
    {
      ...pool,
      ...{ poolMeta: null, url: null, underlyingTokens: ['0xa', '0xb'], rewardTokens: [] },
      ...{ exposure: null, poolOld: null },
    },
  ])
  expect(details).toMatchObject([
    {
      operation: 'yields.getPoolChart',
      params: {
        pool: 'p1',
        newest: '{"volumeUsd1d":7,"volumeUsd7d":null,"apyBaseInception":null}',
      },
    },
  ])
})

test('behavior: a list without an envelope, nulls for lists; a bad pool leaves the others', () => {
  const { rows, problems } = read('listPoolsOld', [
    { ...pool, rewardTokens: null, underlyingTokens: '0xa', pool_old: '0xold-ethereum' },
    { ...pool, pool: null },
    'pool',
  ])
  expect(rows.yield_pools).toMatchObject([
    { pool: 'p1', rewardTokens: [], underlyingTokens: ['0xa'], poolOld: '0xold-ethereum' },
  ])
  expect(new Set(problems)).toEqual(
    new Set(['data[1].pool is missing', 'data[2] is "pool" instead of an object']),
  )
})

test('behavior: points of charts in other forms; the newest has what the list says', () => {
  const { rows, problems } = read(
    'getPoolChart',
    {
      data: [
        // Newest first, as some services have it. Little TVL is served of lending pools only, and
        // a yield below 0 of options only.
        { timestamp: '2026-01-14T12:00:00.000Z', tvlUsd: '50000', apy: '2.5', apyReward: null },
        { timestamp: String(TODAY * 1000), tvlUsd: 100, apy: null },
        { timestamp: TODAY - 60, tvlUsd: 5_000, apy: -2 },
        { timestamp: null, tvlUsd: 5 },
        { timestamp: 'noon', tvlUsd: 5 },
      ],
    },
    { params: { pool: 'p1', newest: '{"volumeUsd1d":"7"}' } },
  )
  expect(problems).toEqual(['data[4].timestamp is "noon" instead of a time'])
  const unknown = {
    ...{ apyBasePct: null, apyRewardPct: null, il7dPct: null, apyBase7dPct: null },
    ...{ apyBaseInceptionPct: null, volume1dUsd: null, volume7dUsd: null, pricePerShare: null },
  }
  expect(rows.yield_samples).toEqual([
    { ...unknown, pool: 'p1', atSec: TODAY - 60, tvlUsd: 5_000, apyPct: -2, kind: 'options' },
    { ...unknown, pool: 'p1', atSec: TODAY, tvlUsd: 100, apyPct: null, kind: 'lending' },
    {
      ...unknown,
      ...{ pool: 'p1', atSec: NOON, tvlUsd: 50_000, apyPct: 2.5, volume1dUsd: 7, kind: null },
    },
  ])
})

test('behavior: debt by day; the terms of the loan stand at the newest point', () => {
  const point = { totalSupplyUsd: '10', totalBorrowUsd: 4, apyBaseBorrow: null }
  const { rows } = read(
    'getLendBorrowChart',
    { data: [point, point].map((one, day) => ({ ...one, timestamp: TODAY + day * 3_600 })) },
    { params: { pool: 'p1', newest: '{"ltv":"0.8","borrowable":"true","mintedCoin":""}' } },
  )
  expect(rows.lending_samples).toMatchObject([
    { atSec: TODAY, totalSupplyUsd: 10, totalBorrowUsd: 4, ltv: null, borrowable: null },
    { atSec: TODAY + 3_600, ltv: 0.8, borrowable: true, mintedCoin: null },
  ])
})

test('behavior: markets and rates in other forms', () => {
  const perps = read('listPerps', [
    {
      ...{ pool: 'm1', project: 'Harbor', symbol: 'BTC-PERP', baseAsset: 'BTC' },
      ...{ fundingRate: '0.0001', openInterest: '5e6', timestamp: null, nextFundingTime: '' },
    },
    { perp_id: 'm2', marketplace: 'Harbor', market: 'ETH-PERP', baseAsset: 'ETH' },
  ])
  expect(perps.rows.perp_samples).toMatchObject([
    {
      ...{ pool: 'm1', atSec: NOON, marketplace: 'Harbor', market: 'BTC-PERP' },
      ...{ fundingRate: 0.0001, openInterestUsd: 5_000_000, nextFundingSec: null, markPrice: null },
    },
  ])
  expect(perps.problems).toEqual(['data[1].fundingRate is missing'])
  const rates = read('listLsdRates', [
    { name: 'One', symbol: 'oETH', address: '0xab', expectedRate: '1.05', fee: null },
  ])
  expect(rates.rows.staking_rates).toMatchObject([
    { coin: 'ethereum:0xab', atSec: NOON, expectedRate: 1.05, marketRate: null, fee: null },
  ])
})

test('error: a response of another form names its member', () => {
  expect(() => read('listPools', { data: 'none' })).toThrow('data is "none" instead of a list')
  expect(() => read('listLsdRates', { error: 'busy' })).toThrow('body is an object instead of')
})
