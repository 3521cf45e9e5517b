import { Value } from 'typebox/value'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { NOW_SEC, TestApp } from '../../../../test/support/test-app.ts'
import { dimensionDays } from '../../dimensions/facts.ts'
import { protocols } from '../../registry/facts.ts'
import { getUserData } from './get-user-data.ts'

const DAY = 86_400
/** Midnight of the last complete day. */
const D = NOW_SEC - (NOW_SEC % DAY) - DAY
let app: TestApp

beforeAll(async () => {
  app = await TestApp.start()
  await app.put(protocols, [
    { id: '1', name: 'Alpha Swap', category: 'Dexs' },
    { id: '2', name: 'Quiet', category: 'Dexs' },
  ])
  await app.put(dimensionDays, [
    row('dailyActiveUsers', 'all', D, 13),
    row('dailyActiveUsers', 'ethereum', D, 10),
    row('dailyActiveUsers', 'optimism', D, 8),
    row('dailyActiveUsers', 'ethereum', D - DAY, 9),
    row('dailyActiveUsers', 'optimism', D - 2 * DAY, 4),
    row('dailyActiveUsers', 'ethereum', D - 2 * DAY, 6),
    row('dailyTransactionCount', 'ethereum', D, 30),
    row('dailyTransactionCount', 'optimism', D, 12),
    row('dailyGasUsed', 'ethereum', D, 5.5),
  ])
})

afterAll(() => app.stop())

function row(dataType: string, chain: string, atSec: number, valueUsd: number) {
  return {
    metric: 'active-users',
    protocol: '1',
    dataType,
    version: '',
    chain,
    label: '',
    atSec,
    valueUsd,
  }
}

async function rows(type: string): Promise<unknown> {
  const { status, body } = await app.get(`/api/userData/${type}/1`, { pro: true })
  expect(status).toBe(200)
  return body
}

test('default: people over all chains are not the sum of the chains', async () => {
  const expected = [
    // Two chains and nobody counted them together: no row for all.
    { date: D - 2 * DAY, value: 6, chain: 'Ethereum' },
    { date: D - 2 * DAY, value: 4, chain: 'OP Mainnet' },
    { date: D - DAY, value: 9, chain: 'all' },
    { date: D - DAY, value: 9, chain: 'Ethereum' },
    { date: D, value: 13, chain: 'all' },
    { date: D, value: 10, chain: 'Ethereum' },
    { date: D, value: 8, chain: 'OP Mainnet' },
  ]
  expect(await rows('activeUsers')).toEqual(expected)
  expect(await rows('uniqueActiveUsers')).toEqual(expected)
  expect([...Value.Errors(getUserData.response, expected)]).toEqual([])
})

test('behavior: transactions and gas do add up', async () => {
  expect(await rows('dailyTxs')).toEqual([
    { date: D, value: 42, chain: 'all' },
    { date: D, value: 30, chain: 'Ethereum' },
    { date: D, value: 12, chain: 'OP Mainnet' },
  ])
  expect(await rows('gasUsd')).toEqual([
    { date: D, value: 6, chain: 'all' },
    { date: D, value: 6, chain: 'Ethereum' },
  ])
})

test.each([
  [400, '/api/userData/users/1', 'activeUsers, uniqueActiveUsers, dailyTxs, gasUsd'],
  [400, '/api/userData/ActiveUsers/1', 'activeUsers'],
  [400, '/api/userData/activeUsers/alpha-swap', 'number of a protocol'],
  [400, '/api/userData/activeUsers/-1', 'number of a protocol'],
  [404, '/api/userData/activeUsers/99', 'GET /protocols'],
  [404, '/api/userData/activeUsers/2', 'Nothing is known'],
])('error: %i for %s', async (status, url, told) => {
  const response = await app.get(url, { pro: true })
  expect(response.status).toBe(status)
  expect((response.body as { message: string }).message).toContain(told)
})
