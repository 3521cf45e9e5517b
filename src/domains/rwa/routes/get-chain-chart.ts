import Type from 'typebox'
import { boolean, integer, number, textList, unixDay, usd } from '../../../http/described.ts'
import { flag, oneOf, text } from '../../../http/parameters.ts'
import { defineRoute } from '../../../http/route.ts'
import { nullable, shape } from '../../../http/schemas.ts'
import { WithHeaders } from '../../../http/with-headers.ts'
import { DAY_SEC } from '../../../lib/clock.ts'
import { field, fieldsOf, record } from '../../../records/record.ts'
import { chains } from '../../registry/public.ts'
import { type Bucket, includedBuckets } from '../derive/bucket.ts'
import {
  type BreakdownRow,
  type ChartPoint,
  chainBreakdown,
  chainChart,
  METRICS,
} from '../derive/chain-chart.ts'
import { RWA_FACTS } from '../read/histories.ts'
import { getChainKey, placesByChain, readWorld } from '../read/world.ts'

/** Which buckets a chart adds up besides the base (rwa.md#include-flags). */
const includeFlags = {
  includeStablecoin: flag('Count stablecoins too.'),
  includeGovernance: flag('Count governance tokens too. What is both needs both flags.'),
}

function bucketsOf(query: {
  includeStablecoin: boolean
  includeGovernance: boolean
}): ReadonlySet<Bucket> {
  return includedBuckets({
    stablecoin: query.includeStablecoin,
    governance: query.includeGovernance,
  })
}

const pointRecord = record({
  timestamp: fieldsOf<{ day: number }>()(
    integer('00:00 UTC of the day, Unix seconds.'),
    1_767_225_600,
    ({ day }) => day * DAY_SEC,
  ),
  onChainMcap: field(nullable(usd()), 125_000_000),
  activeMcap: field(
    nullable(number('US dollars; null when it is known of none of the assets')),
    118_000_000,
  ),
  defiActiveTvl: field(nullable(usd('In tracked protocols')), 2_500_000),
  interpolated: fieldsOf<ChartPoint>()(
    boolean('Some asset’s figure of this day was interpolated, or stands from an earlier day.'),
    true,
    ({ interpolated }) => METRICS.some((metric) => interpolated[metric] > 0),
  ),
  interpolatedUsd: fieldsOf<ChartPoint>()(
    shape(
      { onChainMcap: usd(), activeMcap: usd(), defiActiveTvl: usd() },
      { description: 'Of each figure, the part that was.' },
    ),
    { onChainMcap: 1_000_000, activeMcap: 0, defiActiveTvl: 0 },
    ({ interpolated }) => interpolated,
  ),
})

export const getChainChart = defineRoute({
  id: 'rwa.getChainChart',
  operationId: 'getRwaChainChart',
  summary: 'Real world assets on a chain over time',
  describe:
    'One point for each UTC day, from the first that is not 0. Of each asset, spikes of at most five days and gaps are filled on a straight line; interpolated says where, interpolatedUsd how much of each figure that is. Wrappers do not count, stablecoins and governance tokens only if asked for.',
  paths: { pro: '/rwa/chart/chain/{chain}' },
  params: { chain: text('Chain: name, slug, key, chain id or alias, in any case.', 'Ethereum') },
  query: includeFlags,
  response: Type.Array(pointRecord.schema),
  example: [pointRecord.example],
  table: '[]',
  series: { rule: 'last' },
  reads: RWA_FACTS,
  nowStepSec: DAY_SEC,
  handler: async ({ params, query }, context) => {
    const world = await readWorld(context)
    const places =
      placesByChain(world, bucketsOf(query)).get(getChainKey(world, params.chain)) ?? []
    return chainChart(places, world.day).map(pointRecord.item)
  },
})

/** Which figure is broken down; a value besides the three is 400 (rwa.md#include-flags). */
const metricKey = {
  ...oneOf(
    `Figure to break down: ${METRICS.join(', ')}. Absent: onChainMcap.`,
    METRICS,
    'onChainMcap',
  ),
  example: 'activeMcap',
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
