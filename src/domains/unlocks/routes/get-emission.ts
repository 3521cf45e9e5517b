import Type from 'typebox'
import { nullableText } from '../../../http/described.ts'
import { text } from '../../../http/parameters.ts'
import { defineRoute } from '../../../http/route.ts'
import { mapOf, namedShape, nullable, shape } from '../../../http/schemas.ts'
import { HOUR_SEC } from '../../../lib/clock.ts'
import { chains, protocols, type Registry, registryState } from '../../registry/public.ts'
import { chartDays } from '../derive/chart-days.ts'
import { aggregatorIdOf, findProtocol, getNamedEmission } from '../derive/find-emission.ts'
import { sectionPoints } from '../derive/section-points.ts'
import { supplyFigures } from '../derive/supply-figures.ts'
import { tokenAllocation } from '../derive/token-allocation.ts'
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

const point = namedShape('EmissionPoint', {
  timestamp: Type.Number({ description: 'Midnight UTC, Unix seconds' }),
  unlocked: Type.Number({ description: 'Tokens emitted until then, less those burned' }),
  rawEmission: Type.Number({ description: 'Tokens emitted until then' }),
  burned: Type.Number({ description: 'Tokens burned until then' }),
  forecast: Type.Optional(
    Type.Literal(true, { description: 'There where the figure is a forecast' }),
  ),
})
const percents = (description: string) =>
  mapOf(nullable(Type.Number()), `Category → ${description}, percent`)

const names = {
  name: Type.String({ description: 'Display name' }),
  aggregator_id: nullableText('Id of the token at the market-data aggregator'),
  serviceIds: texts('Those of its protocols that this service knows'),
  categories: mapOf(Type.Array(Type.String()), 'Category → labels of its sections'),
  protocolCategory: nullableText('Category of its protocol'),
  chainName: nullableText('Display name of the chain the token lives on'),
  pId: nullable(Type.String({ description: 'The first of its protocols that this service knows' })),
}

export const emissionBody = namedShape('EmissionBody', {
  documentedData: shape(
    {
      data: Type.Array(
        shape({
          label: Type.String({ description: 'Name of the section' }),
          data: Type.Array(point, { description: 'Daily, oldest first' }),
        }),
        { description: 'One entry per section' },
      ),
      tokenAllocation: shape(
        {
          current: percents('share of what is emitted now'),
          final: percents('share of what will have been emitted'),
          progress: percents('how far it is'),
        },
        { description: 'Shares of the categories' },
      ),
    },
    { description: 'The schedule day by day' },
  ),
  metadata: shape(
    {
      notes: texts('Remarks of the author of the schedule'),
      token: Type.String({ description: 'Coin id' }),
      sources: texts('Where the schedule is written down'),
      protocolIds: texts('Ids of the protocols it is for'),
      total: tokens('the most there can be'),
      chain: nullable(Type.String({ description: 'Key of the chain the token lives on' })),
      ...names,
      events: Type.Array(eventSchema, {
        description: 'Cliffs and changes of pace, past and future',
      }),
      incompleteSections: Type.Array(incompleteSchema, {
        description: 'Recorded sections that have not given all yet',
      }),
    },
    { description: 'What the schedule says of itself' },
  ),
  ...names,
})

export const emissionDetail = shape({
  body: Type.Union(
    [emissionBody, Type.String({ description: 'The same as JSON text; with clientShapes' })],
    { description: 'The schedule; with clientShapes as JSON text' },
  ),
  lastModified: Type.String({ description: 'ISO 8601' }),
})

const exampleNames = {
  name: 'Example Swap',
  aggregator_id: 'example-swap',
  serviceIds: ['1'],
  categories: { insiders: ['Team'], farming: ['Rewards'] },
  protocolCategory: 'Dexs',
  chainName: 'Ethereum',
  pId: '1',
}

export const getEmission = defineRoute({
  id: 'unlocks.getEmission',
  summary: 'The unlock schedule of a token, day by day',
  describe:
    'Daily points of each section from its first to its last day, past and future, with allocations and events. Found by `aggregator_id`, by the slug of its name or of a protocol, or by protocol id.',
  paths: { pro: '/api/emission/{protocol}' },
  params: {
    protocol: text(
      '`aggregator_id` of /api/emissions, a slug, or the id of a protocol.',
      'harbor-swap',
    ),
  },
  response: emissionDetail,
  example: {
    body: {
      documentedData: {
        data: [
          {
            label: 'Team',
            data: [
              {
                timestamp: 1_706_659_200,
                unlocked: 24_000_000,
                rawEmission: 24_000_000,
                burned: 0,
              },
            ],
          },
        ],
        tokenAllocation: {
          current: { insiders: 40, farming: 60 },
          final: { insiders: 25, farming: 75 },
          progress: { insiders: 80, farming: 40 },
        },
      },
      metadata: {
        notes: [],
        token: 'ethereum:0x0000000000000000000000000000000000000001',
        sources: ['https://example.org/tokenomics'],
        protocolIds: ['1'],
        total: 1_000_000_000,
        chain: 'ethereum',
        ...exampleNames,
        events: exampleEvents,
        incompleteSections: [],
      },
      ...exampleNames,
    },
    lastModified: '2026-01-14T12:00:00.000Z',
  },
  table: 'body.documentedData.data[]<label>.data[]',
  reads: [unlockSchedules, unlockRecords, protocols],
  nowStepSec: HOUR_SEC,
  handler: async ({ params }, { snapshot, states, nowSec, clientShapes }) => {
    const registry = await states.get(registryState, snapshot)
    const { list, broken } = await states.get(emissionsState, snapshot)
    const emission = getNamedEmission(params.protocol, list, broken, registry)
    const { schedule, curves, events } = emission
    const days = chartDays(curves)
    const known = namesOf(emission, registry)
    const body = {
      documentedData: {
        data: curves.map((curve) => ({ label: curve.label, data: sectionPoints(curve, days) })),
        tokenAllocation: tokenAllocation(curves, nowSec),
      },
      metadata: {
        notes: schedule.notes,
        token: schedule.token,
        sources: schedule.sources,
        protocolIds: schedule.protocolIds,
        total: supplyFigures(curves, schedule.total, nowSec).maxSupply,
        chain: schedule.chain,
        ...known,
        events,
        incompleteSections: incompleteSections(curves),
      },
      ...known,
    }
    return {
      body: clientShapes ? JSON.stringify(body) : body,
      lastModified: new Date(emission.modifiedMs).toISOString(),
    }
  },
})

/**
 * The members that the contract has in `metadata` and clients in use read beside it (decision 8).
 */
function namesOf(emission: Emission, registry: Registry) {
  const { name, protocolIds, chain, sections } = emission.schedule
  const protocol = findProtocol(emission, registry)
  const labels = Map.groupBy(sections, ({ category }) => category)
  return {
    name,
    aggregator_id: aggregatorIdOf(emission, registry),
    serviceIds: protocolIds.filter((id) => registry.byId(id) !== undefined),
    categories: Object.fromEntries(
      [...labels].map(([category, members]) => [category, members.map(({ label }) => label)]),
    ),
    protocolCategory: protocol?.category ?? null,
    chainName: chain === null ? null : chains.nameOf(chain),
    pId: protocol?.id ?? null,
  }
}
