import { expect, test } from 'vitest'
import { roundTrip } from '../../../../test/support/mirror/round-trip.ts'
import { prices } from '../../coins/public.ts'
import { protocolRow } from '../../registry/protocol-row.ts'
import { protocols } from '../../registry/public.ts'
import { rwaAssets, rwaExcluded, rwaPositions, rwaSupply } from '../facts.ts'
import { asset, at, excluded, position, price, supply } from '../facts-for-tests.ts'

const CONTRACT = `ethereum:0x${'1'.repeat(40)}`

test('default: a mirror says of today what its origin says', async () => {
  const { summary, differences, leaves, unknown } = await roundTrip({
    domains: ['rwa'],
    shared: async (app) => {
      await app.put(protocols, [protocolRow({ id: '5', name: 'Cedar Lend', category: 'Lending' })])
    },
    own: async (app) => {
      await app.put(rwaAssets, [
        asset({
          id: 'bill',
          aggregatorId: 'bill',
          canonicalMarketId: 'harbor/bill',
          activeMcapData: true,
          category: ['Treasuries'],
          accessModel: 'Permissioned',
          primaryChain: 'ethereum',
          issuer: 'Harbor',
          redeemable: true,
        }),
        asset({
          id: 'gold',
          coin: CONTRACT,
          contracts: [CONTRACT],
          website: ['https://a.example'],
        }),
        asset({ id: 'silent' }),
      ])
      await app.put(prices, [
        price('bill', at(0, 6), 1.04),
        { coin: CONTRACT, atSec: at(0, 3), priceUsd: 3, confidence: 0.99 },
      ])
      await app.put(rwaSupply, [
        supply('bill', 'ethereum', at(0, 1), 1_000_000),
        supply('bill', 'base', at(0, 1), 333_333),
        supply('gold', 'ethereum', at(0, 2), 77),
      ])
      await app.put(rwaExcluded, [
        excluded('bill', 'ethereum', '0xa', at(0, 1), 1_000),
        excluded('bill', 'ethereum', '0xb', at(0, 1), 500),
      ])
      await app.put(rwaPositions, [position('bill', 'ethereum', '5', at(0, 1), 50_000)])
    },
    paths: ['/rwa/current', '/rwa/stats', '/rwa/list', '/rwa/chain/Ethereum', '/rwa/chain/Base'],
  })
  expect(summary).toMatchObject({ rejected: 0, held: 0, problems: [], unavailable: [] })
  expect({ differences, unknown }).toEqual({ differences: [], unknown: [] })
  expect(leaves).toBeGreaterThan(150)
})
