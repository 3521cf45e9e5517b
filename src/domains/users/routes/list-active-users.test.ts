import { afterAll, beforeAll, expect, test } from 'vitest'
import { NOW_SEC, TestApp } from '../../../../test/support/test-app.ts'
import { protocols } from '../../registry/facts.ts'
import { userWindows } from '../facts.ts'

const HOUR = 3_600
let app: TestApp

beforeAll(async () => {
  app = await TestApp.start()
  await app.put(protocols, [
    { id: '1', name: 'Alpha Swap', category: 'Dexs' },
    { id: '2', name: "Old Man's Lend", category: 'Lending' },
    { id: '3', name: 'Stale', category: 'Dexs' },
  ])
  await app.put(userWindows, [
    window('1', 'all', 1, { users: 13, newUsers: 2, txs: 40, gasUsd: 5.5 }),
    window('1', 'ethereum', 1, { users: 10, txs: 30 }),
    window('1', 'optimism', 1, { users: 8, txs: 10 }),
    // An earlier window of the same chain does not count.
    window('1', 'all', 2, { users: 99 }),
    window('2', 'base', 8, { users: 7, txs: 9, gasUsd: 1 }),
    window('3', 'all', 9, { users: 5 }),
    window('404', 'all', 1, { users: 5 }),
  ])
})

afterAll(() => app.stop())

function window(protocol: string, chain: string, hoursAgo: number, values: Record<string, number>) {
  return {
    protocol,
    chain,
    atSec: NOW_SEC - hoursAgo * HOUR,
    users: null,
    newUsers: null,
    txs: null,
    gasUsd: null,
    ...values,
  }
}

test('default: the newest window of each protocol by slug; stale and unknown ones are left out', async () => {
  const { status, body } = await app.get('/api/activeUsers', { pro: true })
  const [end, older] = [NOW_SEC - HOUR, NOW_SEC - 8 * HOUR]
  expect(status).toBe(200)
  expect(body).toEqual({
    'alpha-swap': {
      name: 'Alpha Swap',
      users: { value: 13, end },
      txs: { value: 40, end },
      gasUsd: { value: 5.5, end },
      newUsers: { value: 2, end },
      chainBreakdown: { Ethereum: { users: 10, txs: 30 }, 'OP Mainnet': { users: 8, txs: 10 } },
    },
    'old-mans-lend': {
      name: "Old Man's Lend",
      users: { value: 7, end: older },
      txs: { value: 9, end: older },
      gasUsd: { value: 1, end: older },
      newUsers: { value: null, end: older },
      chainBreakdown: { Base: { users: 7, txs: 9 } },
    },
  })
})

test('behavior: a correction and a newer window are followed', async () => {
  await app.put(userWindows, [window('1', 'all', 0, { users: 21 })])
  expect((await app.get('/api/activeUsers', { pro: true })).body).toMatchObject({
    'alpha-swap': { users: { value: 21, end: NOW_SEC } },
  })
})
