import { expect, test } from 'vitest'
import { roundTrip } from '../../../../test/support/mirror/round-trip.ts'
import { prices } from '../../coins/public.ts'
import { etfDays, etfSplits, etfs } from '../facts.ts'
import { at, dayRow, fundRow } from '../facts-for-tests.ts'

test('default: a mirror says what its origin says, except where a split made a flow', async () => {
  const { summary, differences, leaves, unknown } = await roundTrip({
    domains: ['etfs'],
    shared: async (app) => {
      await app.put(prices, [
        { coin: 'aggregator:bitcoin', atSec: at(2, 21), priceUsd: 90_000, confidence: 0.99 },
      ])
    },
    own: async (app) => {
      await app.put(etfs, [
        fundRow('BA', 'bitcoin', { issuer: 'A', type: 'Spot', feePct: 0.25 }),
        fundRow('EA', 'ethereum', { name: 'Ether Fund', url: 'https://funds.example/ea' }),
      ])
      await app.put(etfDays, [
        dayRow('BA', at(5), { shares: 1_000, navUsd: 100, aumUsd: 100_000, asOfSec: at(5, 22) }),
        dayRow('BA', at(2), { shares: 2_060, navUsd: 50, underlying: 3 }),
        dayRow('BA', at(1), { shares: 2_000, navUsd: 50.3, volumeUsd: 7 }),
        dayRow('EA', at(2), { shares: 10, aumUsd: 33 }),
        dayRow('EA', at(1), { flowsUsd: 5, priceUsd: 12.5 }),
        dayRow('NAMELESS', at(1), { flowsUsd: 1e9 }),
      ])
      await app.put(etfSplits, [{ ticker: 'BA', atSec: at(3), ratio: 2 }])
    },
    paths: [
      '/etfs/overview',
      '/etfs/overviewEth',
      '/etfs/history',
      '/etfs/historyEth',
      '/etfs/snapshot',
      '/etfs/flows',
    ],
  })
  expect(summary).toMatchObject({ rejected: 0, held: 0, problems: [], unavailable: [] })
  expect(unknown).toEqual([])
  expect(leaves).toBeGreaterThan(100)
  expect(differences).toEqual([
    '/etfs/history $.1.flows_source: "computed" became "reported"',
    '/etfs/flows $.1.flows_source: "computed" became "reported"',
  ])
})
