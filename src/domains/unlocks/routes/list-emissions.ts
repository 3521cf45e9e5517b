import Type from 'typebox'
import { marketCap } from '../../../derive/market-cap.ts'
import { nullableText, number, usd } from '../../../http/described.ts'
import { minFilter } from '../../../http/lists/filter.ts'
import { defineRoute } from '../../../http/route.ts'
import { namedShape, nullable, shape } from '../../../http/schemas.ts'
import { HOUR_SEC } from '../../../lib/clock.ts'
import { field, fieldsOf, record } from '../../../records/record.ts'
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
  registryState,
  tokens as tokenFacts,
} from '../../registry/public.ts'
import { findProtocol } from '../derive/find-emission.ts'
import { supplyFigures } from '../derive/supply-figures.ts'
import { nextEvent } from '../derive/unlock-events.ts'
import { unlockRecords, unlockSchedules } from '../facts.ts'
import { emissionsState } from '../read/emissions.ts'
import {
  aggregatorId,
  events,
  incompleteSections,
  name,
  sources,
  token,
  tokens,
} from '../records.ts'

const priceSchema = shape({
  price: usd(),
  symbol: nullableText('Symbol of the token'),
  timestamp: number('Unix seconds'),
  confidence: nullable(number('How far the price is trusted, 0 to 1')),
  decimals: nullable(number('Decimals of the raw amount')),
})

const of = fieldsOf<{ protocolIds: readonly string[]; protocolSlug: string | null }>()

const emissionRecord = record({
  token,
  sources,
  protocolId: of(
    nullableText('First of its protocols; null when none is known'),
    '1',
    ({ protocolIds }) => protocolIds[0] ?? null,
  ),
  protocolSlug: field(
    nullableText('Slug of that protocol; null when none is known'),
    'example-swap',
  ),
  name,
  aggregator_id: aggregatorId('What /api/emission/{protocol} takes'),
  circSupply: field(tokens('unlocked at the end of the day, in all sections'), 610_000_000),
  circSupply30d: field(tokens('the same 30 days ago'), 598_000_000),
  totalLocked: field(tokens('not yet emitted'), 390_000_000),
  maxSupply: field(tokens('circulating, burned and locked together'), 1_000_000_000),
  unlocksPerDay: field(tokens('emitted today; null when the schedule is through'), 400_000),
  incompleteSections,
  mcap: field(nullable(number('Market cap, USD')), 305_000_000),
  tokenPrice: field(Type.Array(priceSchema, { description: 'The newest price, or nothing' }), [
    { price: 0.5, symbol: 'EXS', timestamp: 1_768_392_000, confidence: 0.99, decimals: 18 },
  ]),
})

export const emissionItem = namedShape('EmissionItem', {
  ...emissionRecord.members,
  events: events.schema,
  nextEvent: nullable(
    shape(
      {
        date: number('Unix seconds'),
        toUnlock: number('Tokens of the cliffs, or the new tokens a week'),
        proportion: nullable(number('Share of the circulating supply behind mcap, 0 to 1')),
      },
      { description: 'The next event; null when none is left' },
    ),
  ),
})

const exampleItem = {
  ...emissionRecord.example,
  events: events.example,
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
        ...emissionRecord.item({
          ...schedule,
          ...supplyFigures(curves, schedule.total, nowSec),
          ...{ emission, registry, curves, mcap },
          protocolSlug: findProtocol(emission, registry)?.slug ?? null,
          tokenPrice: priceRecords(schedule.token, priceTable),
        }),
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
  const { priceUsd: price, atSec: timestamp, confidence } = newest
  const { symbol = null, decimals = null } = priceTable.find(token) ?? {}
  return [{ price, symbol, timestamp, confidence, decimals }]
}
