import { expect, test } from 'vitest'
import { roundTrip } from '../../../../test/support/mirror/round-trip.ts'
import { NOW_SEC } from '../../../../test/support/test-app.ts'
import { prices } from '../../coins/public.ts'
import { protocolRow } from '../../registry/protocol-row.ts'
import { protocols, tokens } from '../../registry/public.ts'
import { treasuries, treasuryHoldings } from '../facts.ts'
import { at, record } from '../facts-for-tests.ts'

test('default: with the holdings of its origin a mirror says what it says', async () => {
  const { summary, differences, leaves } = await roundTrip({
    domains: ['treasuries'],
    shared: async (app) => {
      await app.put(protocols, [
        protocolRow({ id: '1', name: "Joe's Swap", symbol: 'JOE', audits: '2' }),
      ])
      await app.put(tokens, [{ coin: 'ethereum:0xeth', symbol: 'ETH' }])
      await app.put(prices, [
        { coin: 'ethereum:0xeth', atSec: NOW_SEC, priceUsd: 2_000, confidence: 0.9 },
      ])
      // No response carries what holders hold.
      await app.put(treasuryHoldings, [
        ...record('1-treasury', at(0), { 'ethereum:0xeth': 100 }),
        ...record('77-treasury', at(0), { 'ethereum:0xeth': 1 }),
        ...record('entity-8', at(0, 12), { 'ethereum:0xeth': 2 }),
      ])
    },
    own: async (app) => {
      await app.put(treasuries, [
        { id: '1-treasury', protocol: '1', ownTokens: [], module: 'treasury/joe.js' },
        { id: '77-treasury', protocol: '77', ownTokens: [] },
        {
          id: 'entity-8',
          name: "Example's Capital",
          category: 'VC',
          ownTokens: [],
          symbol: 'COIN',
        },
      ])
    },
    paths: ['/api/treasuries', '/api/entities'],
  })
  expect(summary).toMatchObject({ accepted: 3, rejected: 0, held: 0, problems: [] })
  expect(differences).toEqual([])
  expect(leaves).toBeGreaterThan(60)
})
