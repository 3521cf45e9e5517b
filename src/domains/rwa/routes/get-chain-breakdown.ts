import Type from 'typebox'
import { textList, unixDay } from '../../../http/described.ts'
import { flag, type Parameter, quote } from '../../../http/parameters.ts'
import { defineRoute } from '../../../http/route.ts'
import { WithHeaders } from '../../../http/with-headers.ts'
import { DAY_SEC } from '../../../lib/clock.ts'
import { invalidParameter } from '../../../lib/errors.ts'
import { chains } from '../../registry/public.ts'
import { type BreakdownRow, chainBreakdown } from '../derive/chain-breakdown.ts'
import { METRICS, type Metric } from '../derive/chain-chart.ts'
import { RWA_FACTS } from '../read/histories.ts'
import { placesByChain, readWorld } from '../read/world.ts'
import { bucketsOf, includeFlags } from './include-flags.ts'

/** Which figure is broken down; a value besides the three is 400 (decision 25). */
const metricKey: Parameter<Metric> = {
  describe: `Figure to break down: ${METRICS.join(', ')}. Absent: onChainMcap.`,
  schema: { type: 'string', enum: [...METRICS], default: 'onChainMcap' },
  example: 'activeMcap',
  parse: (value, name) => {
    const metric =
      value === undefined || value === '' ? 'onChainMcap' : METRICS.find((known) => known === value)
    if (metric === undefined)
      throw invalidParameter(name, `must be ${METRICS.join(', ')}, not ${quote(value ?? '')}.`)
    return metric
  },
}

export const getChainBreakdown = defineRoute({
  id: 'rwa.getChainBreakdown',
  operationId: 'getRwaChainBreakdown',
  summary: 'A figure of real world assets over time by chain',
  describe:
    'One row for each UTC day, with a member for each chain that has assets then. The figures are those of /rwa/chart/chain/{chain} and cleaned alike; every other member is a chain, so marks come only with marks=true.',
  paths: { pro: '/rwa/chart/chain-breakdown' },
  query: {
    key: metricKey,
    ...includeFlags,
    marks: flag(
      'Add interpolated to the rows that have any: the names of the chains whose figure was wholly or partly interpolated.',
    ),
  },
  response: Type.Array(
    Type.Object(
      {
        timestamp: unixDay(),
        interpolated: Type.Optional(
          textList('Chains whose figure was wholly or partly interpolated; only with marks=true'),
        ),
      },
      { additionalProperties: Type.Union([Type.Number(), Type.Array(Type.String())]) },
    ),
  ),
  headers: {
    'X-Interpolated-Points': 'How many figures of the body were wholly or partly interpolated.',
  },
  example: [
    { timestamp: 1_767_225_600, Ethereum: 125_000_000, Base: 45_000_000, interpolated: ['Base'] },
  ],
  table: '[]<timestamp,interpolated>{chain}=usd',
  series: { rule: 'last' },
  reads: RWA_FACTS,
  nowStepSec: DAY_SEC,
  handler: async ({ query }, context) => {
    const world = await readWorld(context)
    const places = [...placesByChain(world, bucketsOf(query))].sort(([a], [b]) => (a < b ? -1 : 1))
    const rows = chainBreakdown(new Map(places), query.key, world.day)
    const points = rows.reduce((sum, { interpolated }) => sum + interpolated.length, 0)
    return new WithHeaders(
      rows.map((row) => toRow(row, query.marks)),
      { 'X-Interpolated-Points': String(points) },
    )
  },
})

function toRow(
  { day, usd, interpolated }: BreakdownRow,
  isMarked: boolean,
): Record<string, number | string[]> {
  const named = Object.fromEntries([...usd].map(([key, value]) => [chains.nameOf(key), value]))
  const marks =
    isMarked && interpolated.length > 0
      ? { interpolated: interpolated.map((key) => chains.nameOf(key)) }
      : {}
  return { timestamp: day * DAY_SEC, ...named, ...marks }
}
