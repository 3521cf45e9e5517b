import { expect, test } from 'vitest'
import { roundTrip } from '../../../../test/support/mirror/round-trip.ts'
import { NOW_SEC } from '../../../../test/support/test-app.ts'
import { dimensionDays } from '../../dimensions/public.ts'
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

const TYPES = ['activeUsers', 'dailyTxs', 'gasUsd']
const userDay = (protocol: string, dataType: string, chain: string, valueUsd: number) => ({
  ...{ metric: 'active-users', protocol, dataType, chain, version: '', label: '' },
  atSec: NOW_SEC - 43_200 - 86_400,
  valueUsd,
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
      const figures = ['dailyActiveUsers', 'dailyTransactionCount', 'dailyGasUsed']
      await app.put(dimensionDays, [
        ...['1', '2', '3'].flatMap((id) =>
          figures.map((dataType, index) => userDay(id, dataType, 'base', 5 + index)),
        ),
        userDay('1', 'dailyActiveUsers', 'ethereum', 4),
        userDay('1', 'dailyActiveUsers', 'all', 8),
      ])
    },
    paths: [
      '/api/activeUsers',
      ...['1', '2', '3'].flatMap((id) => TYPES.map((type) => `/api/userData/${type}/${id}`)),
    ],
  })
  expect(summary).toMatchObject({ rejected: 0, held: 0, problems: [], unavailable: [] })
  expect({ differences, unknown }).toEqual({ differences: [], unknown: [] })
  // 37 of windows. Of days each protocol and figure has a row of its chain and one of all chains,
  // protocol 1 one more of people; each has three members: 3 × (3 × 3 × 2 + 1).
  expect(leaves).toBe(37 + 57)
})
