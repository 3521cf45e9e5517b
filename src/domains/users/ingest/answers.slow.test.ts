import { expect, test } from 'vitest'
import { roundTrip } from '../../../../test/support/mirror/round-trip.ts'
import { NOW_SEC } from '../../../../test/support/test-app.ts'
import { protocolRow } from '../../registry/protocol-row.ts'
import { protocols } from '../../registry/public.ts'
import { userWindows } from '../facts.ts'

const window = (protocol: string, chain: string, hoursAgo: number, values: object) => ({
  protocol,
  chain,
  atSec: NOW_SEC - hoursAgo * 3_600,
  users: null,
  newUsers: null,
  txs: null,
  gasUsd: null,
  ...values,
})

test('default: a mirror says what its origin says', async () => {
  const { summary, differences, leaves, unknown } = await roundTrip({
    domains: ['users'],
    shared: async (app) => {
      await app.put(protocols, [
        protocolRow({ id: '1', name: 'Alpha Swap' }),
        protocolRow({ id: '2', name: "Old Man's Lend" }),
        protocolRow({ id: '3', name: 'Two Chains' }),
      ])
    },
    own: async (app) => {
      await app.put(userWindows, [
        window('1', 'all', 1, { users: 13, newUsers: 2, txs: 40, gasUsd: 5.5 }),
        window('1', 'ethereum', 1, { users: 10, txs: 30 }),
        window('1', 'optimism', 1, { users: 8, txs: 10 }),
        window('2', 'base', 7, { users: 7, txs: 9, gasUsd: 1 }),
        window('3', 'base', 2, { users: 7, txs: 9, gasUsd: 1 }),
        window('3', 'ethereum', 2, { users: 1, txs: 2, gasUsd: 3 }),
      ])
    },
    paths: ['/api/activeUsers'],
  })
  expect(summary).toMatchObject({ rejected: 0, held: 0, problems: [], unavailable: [] })
  expect({ differences, unknown }).toEqual({ differences: [], unknown: [] })
  expect(leaves).toBe(37)
})
