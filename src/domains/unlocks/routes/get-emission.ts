import Type from 'typebox'
import { described, number, string } from '../../../http/described.ts'
import { text } from '../../../http/parameters.ts'
import { defineRoute } from '../../../http/route.ts'
import { mapOf, namedShape, nullable, shape } from '../../../http/schemas.ts'
import { HOUR_SEC } from '../../../lib/clock.ts'
import { field, record } from '../../../records/record.ts'
import { protocols, registryState } from '../../registry/public.ts'
import { chartDays, sectionPoints } from '../derive/chart-days.ts'
import { getNamedEmission } from '../derive/find-emission.ts'
import { supplyFigures, tokenAllocation } from '../derive/supply-figures.ts'
import { unlockRecords, unlockSchedules } from '../facts.ts'
import { emissionsState } from '../read/emissions.ts'
import { metadataRecord, namesRecord } from '../records.ts'

const pointRecord = record({
  timestamp: field(number('Midnight UTC, Unix seconds'), 1_706_659_200),
  unlocked: field(number('Tokens emitted until then, less those burned'), 24_000_000),
  rawEmission: field(number('Tokens emitted until then'), 24_000_000),
  burned: field(number('Tokens burned until then'), 0),
})
const point = namedShape('EmissionPoint', {
  ...pointRecord.members,
  forecast: Type.Optional(
    Type.Literal(true, { description: 'There where the figure is a forecast' }),
  ),
})
const percents = (description: string) =>
  mapOf(nullable(Type.Number()), `Category → ${description}, percent`)
const allocation = record({
  current: field(percents('share of what is emitted now'), { insiders: 40, farming: 60 }),
  final: field(percents('share of what will have been emitted'), { insiders: 25, farming: 75 }),
  progress: field(percents('how far it is'), { insiders: 80, farming: 40 }),
})

export const emissionBody = namedShape('EmissionBody', {
  documentedData: shape(
    {
      data: Type.Array(
        shape({
          label: string('Name of the section'),
          data: Type.Array(point, { description: 'Daily, oldest first' }),
        }),
        { description: 'One entry per section' },
      ),
      tokenAllocation: described(allocation.schema, 'Shares of the categories'),
    },
    { description: 'The schedule day by day' },
  ),
  metadata: described(metadataRecord.schema, 'What the schedule says of itself'),
  ...namesRecord.members,
})

export const emissionDetail = shape({
  body: Type.Union([emissionBody, string('The same as JSON text; with clientShapes')], {
    description: 'The schedule; with clientShapes as JSON text',
  }),
  lastModified: string('ISO 8601'),
})

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
        data: [{ label: 'Team', data: [pointRecord.example] }],
        tokenAllocation: allocation.example,
      },
      metadata: metadataRecord.example,
      ...namesRecord.example,
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
    const { schedule, curves } = emission
    const days = chartDays(curves)
    const total = supplyFigures(curves, schedule.total, nowSec).maxSupply
    const said = { ...emission, ...schedule, total, emission, registry }
    const body = {
      documentedData: {
        data: curves.map((curve) => ({ label: curve.label, data: sectionPoints(curve, days) })),
        tokenAllocation: tokenAllocation(curves, nowSec),
      },
      metadata: metadataRecord.item(said),
      ...namesRecord.item(said),
    }
    return {
      body: clientShapes ? JSON.stringify(body) : body,
      lastModified: new Date(emission.modifiedMs).toISOString(),
    }
  },
})
