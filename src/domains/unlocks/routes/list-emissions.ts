import Type from 'typebox'
import { marketCap } from '../../../derive/market-cap.ts'
import { nullableText, usd } from '../../../http/described.ts'
import { minFilter } from '../../../http/lists/filter.ts'
import { defineRoute } from '../../../http/route.ts'
import { namedShape, nullable, shape } from '../../../http/schemas.ts'
import { HOUR_SEC } from '../../../lib/clock.ts'
import {
  type PriceTable,
  prices,
  priceTableState,
  supplies,
  supplyState,
} from '../../coins/public.ts'
import {
  chainFilter,
  protocols,
  type Registry,
  registryState,
  tokens as tokenFacts,
} from '../../registry/public.ts'
import { aggregatorIdOf, findProtocol } from '../derive/find-emission.ts'
import { nextEvent } from '../derive/next-event.ts'
import { supplyFigures } from '../derive/supply-figures.ts'
import { unlockRecords, unlockSchedules } from '../facts.ts'
import { type Emission, emissionsState } from '../read/emissions.ts'
import {
  eventSchema,
  exampleEvents,
  incompleteSchema,
  incompleteSections,
  texts,
  tokens,
} from './emission-shapes.ts'

const priceSchema = shape({
  price: usd(),
  symbol: nullableText('Symbol of the token'),
  timestamp: Type.Number({ description: 'Unix seconds' }),
  confidence: nullable(Type.Number({ description: 'How far the price is trusted, 0 to 1' })),
  decimals: nullable(Type.Number({ description: 'Decimals of the raw amount' })),
})

export const emissionItem = namedShape('EmissionItem', {
  token: Type.String({ description: 'Coin id' }),
  sources: texts('Where the schedule is written down'),
  protocolId: nullable(
    Type.String({ description: 'First of its protocols; null when none is known' }),
  ),
  protocolSlug: nullableText('Slug of that protocol; null when none is known'),
  name: Type.String({ description: 'Display name' }),
  aggregator_id: nullable(Type.String({ description: 'What /api/emission/{protocol} takes' })),
  circSupply: tokens('unlocked at the end of the day, in all sections'),
  circSupply30d: tokens('the same 30 days ago'),
  totalLocked: tokens('not yet emitted'),
  maxSupply: tokens('circulating, burned and locked together'),
  unlocksPerDay: tokens('emitted today; null when the schedule is through'),
  incompleteSections: Type.Array(incompleteSchema, {
    description: 'Recorded sections that have not given all yet',
  }),
  mcap: nullable(Type.Number({ description: 'Market cap, USD' })),
  tokenPrice: Type.Array(priceSchema, { description: 'The newest price, or nothing' }),
  events: Type.Array(eventSchema, { description: 'Cliffs and changes of pace, past and future' }),
  nextEvent: nullable(
    shape(
      {
        date: Type.Number({ description: 'Unix seconds' }),
        toUnlock: Type.Number({ description: 'Tokens of the cliffs, or the new tokens a week' }),
        proportion: nullable(
          Type.Number({ description: 'Share of the circulating supply behind mcap, 0 to 1' }),
        ),
      },
      { description: 'The next event; null when none is left' },
    ),
  ),
})

const exampleItem = {
  token: 'ethereum:0x0000000000000000000000000000000000000001',
  sources: ['https://example.org/tokenomics'],
  protocolId: '1',
  protocolSlug: 'example-swap',
  name: 'Example Swap',
  aggregator_id: 'example-swap',
  circSupply: 610_000_000,
  circSupply30d: 598_000_000,
  totalLocked: 390_000_000,
  maxSupply: 1_000_000_000,
  unlocksPerDay: 400_000,
  incompleteSections: [],
  mcap: 305_000_000,
  tokenPrice: [
    { price: 0.5, symbol: 'EXS', timestamp: 1_768_392_000, confidence: 0.99, decimals: 18 },
  ],
  events: exampleEvents,
  nextEvent: { date: 1_769_817_600, toUnlock: 12_000_000, proportion: 0.0197 },
}

export const listEmissions = defineRoute({
  id: 'unlocks.listEmissions',
  summary: 'Unlock schedules of all tokens',
  describe:
    'Every token with an unlock schedule, largest market cap first: what circulates, what is locked, and every cliff and change of pace in its past and future.',
  paths: { pro: '/api/emissions' },
  response: Type.Array(emissionItem),
  example: [exampleItem],
  table: '[]',
  list: {
    filters: {
      chain: chainFilter('token'),
      minMcap: minFilter('mcap', 'Only with at least this market cap, US dollars', 1_000_000),
    },
  },
  reads: [unlockSchedules, unlockRecords, protocols, tokenFacts, prices, supplies],
  nowStepSec: HOUR_SEC,
  handler: async (_, { snapshot, states, nowSec }) => {
    const { list } = await states.get(emissionsState, snapshot)
    const registry = await states.get(registryState, snapshot)
    const priceTable = await states.get(priceTableState, snapshot)
    const supplyOf = await states.get(supplyState, snapshot)
    const items = list.map((emission) => {
      const { schedule, curves, events } = emission
      const supply = supplyOf.get(schedule.token)
      const mcap = marketCap(supply, priceTable.findNewestPrice(schedule.token), nowSec)
      return {
        ...describeToken(emission, registry),
        ...supplyFigures(curves, schedule.total, nowSec),
        incompleteSections: incompleteSections(curves),
        mcap,
        tokenPrice: priceRecords(schedule.token, priceTable),
        nextEvent: nextEvent(events, nowSec, mcap === null ? null : (supply ?? null)),
        events,
      }
    })
    items.sort((a, b) => (b.mcap ?? -1) - (a.mcap ?? -1) || (a.name < b.name ? -1 : 1))
    return items
  },
})

/** The newest price of a token, under the token's own symbol. */
function priceRecords(token: string, priceTable: PriceTable) {
  const newest = priceTable.findNewestPrice(token)
  if (newest === undefined) return []
  const { symbol = null, decimals = null } = priceTable.find(token) ?? {}
  return [
    {
      price: newest.priceUsd,
      symbol,
      timestamp: newest.atSec,
      confidence: newest.confidence,
      decimals,
    },
  ]
}

function describeToken(emission: Emission, registry: Registry) {
  const { token, sources, name, protocolIds } = emission.schedule
  const protocol = findProtocol(emission, registry)
  return {
    token,
    sources,
    protocolId: protocolIds[0] ?? null,
    protocolSlug: protocol?.slug ?? null,
    name,
    aggregator_id: aggregatorIdOf(emission, registry),
  }
}
