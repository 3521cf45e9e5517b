import { expect, test } from 'vitest'
import { roundTrip } from '../../../../test/support/mirror/round-trip.ts'
import { DAY_SEC } from '../../../lib/clock.ts'
import { bridges, bridgeTransfers } from '../facts.ts'
import { at, bridgeRow, pair, transferRow } from '../facts-for-tests.ts'

const days = [1, 2].flatMap((id) =>
  Array.from(
    { length: 31 },
    (_, index) =>
      `/bridges/transactions/${id}?starttimestamp=${at(index)}&endtimestamp=${at(index) + DAY_SEC - 1}&limit=6000`,
  ),
)

test('default: a mirror says what its origin says of the last 30 days', async () => {
  const { summary, differences, leaves, unknown } = await roundTrip({
    domains: ['bridges'],
    own: async (app) => {
      await app.put(bridges, [
        bridgeRow({ id: 1, url: 'https://harbor.example', serviceId: '12' }),
        bridgeRow({ id: 2, destinationChain: 'base', slug: 'ferry' }),
      ])
      await app.put(bridgeTransfers, [
        ...pair(1, at(0, 3), 'ethereum', 'base', 100),
        ...pair(1, at(29), 'base', 'ethereum', 50.5),
        ...pair(1, at(5, 7), 'ethereum', 'arbitrum', null),
        transferRow({ bridge: 2, atSec: at(1, 4), logIndex: 3, valueUsd: 7, amount: '70' }),
        transferRow({ bridge: 2, atSec: at(1, 4), logIndex: 9, valueUsd: 8, amount: '80' }),
      ])
    },
    paths: [
      '/bridges/bridges',
      '/bridges/bridge/1',
      '/bridges/bridge/2',
      '/bridges/bridgevolume/all',
      '/bridges/bridgevolume/Base?id=2',
      `/bridges/bridgedaystats/${at(1)}/all`,
      ...days,
    ],
  })
  expect(summary).toMatchObject({ rejected: 0, held: 0, problems: [], unavailable: [] })
  expect({ differences, unknown }).toEqual({ differences: [], unknown: [] })
  expect(leaves).toBeGreaterThan(300)
})
