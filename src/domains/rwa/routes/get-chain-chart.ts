import Type from 'typebox'
import { usd } from '../../../http/described.ts'
import { text } from '../../../http/parameters.ts'
import { defineRoute } from '../../../http/route.ts'
import { nullable, shape } from '../../../http/schemas.ts'
import { DAY_SEC } from '../../../lib/clock.ts'
import { chainChart, METRICS } from '../derive/chain-chart.ts'
import { RWA_FACTS } from '../read/histories.ts'
import { getChainKey, placesByChain, readWorld } from '../read/world.ts'
import { bucketsOf, includeFlags } from './include-flags.ts'

export const getChainChart = defineRoute({
  id: 'rwa.getChainChart',
  operationId: 'getRwaChainChart',
  summary: 'Real world assets on a chain over time',
  describe:
    'One point for each UTC day, from the first that is not 0. Of each asset, spikes of at most five days and gaps are filled on a straight line; interpolated says where, interpolatedUsd how much of each figure that is. Wrappers do not count, stablecoins and governance tokens only if asked for.',
  paths: { pro: '/rwa/chart/chain/{chain}' },
  params: { chain: text('Chain: name, slug, key, chain id or alias, in any case.', 'Ethereum') },
  query: includeFlags,
  response: Type.Array(
    shape({
      timestamp: Type.Integer({ description: '00:00 UTC of the day, Unix seconds.' }),
      onChainMcap: nullable(usd()),
      activeMcap: nullable(
        Type.Number({ description: 'US dollars; null when it is known of none of the assets' }),
      ),
      defiActiveTvl: nullable(usd('In tracked protocols')),
      interpolated: Type.Boolean({
        description:
          'Some asset’s figure of this day was interpolated, or stands from an earlier day.',
      }),
      interpolatedUsd: shape(
        { onChainMcap: usd(), activeMcap: usd(), defiActiveTvl: usd() },
        { description: 'Of each figure, the part that was.' },
      ),
    }),
  ),
  example: [
    {
      timestamp: 1_767_225_600,
      onChainMcap: 125_000_000,
      activeMcap: 118_000_000,
      defiActiveTvl: 2_500_000,
      interpolated: true,
      interpolatedUsd: { onChainMcap: 1_000_000, activeMcap: 0, defiActiveTvl: 0 },
    },
  ],
  table: '[]',
  series: { rule: 'last' },
  reads: RWA_FACTS,
  nowStepSec: DAY_SEC,
  handler: async ({ params, query }, context) => {
    const world = await readWorld(context)
    const places =
      placesByChain(world, bucketsOf(query)).get(getChainKey(world, params.chain)) ?? []
    return chainChart(places, world.day).map(
      ({ day, onChainMcap, activeMcap, defiActiveTvl, interpolated }) => ({
        timestamp: day * DAY_SEC,
        onChainMcap,
        activeMcap,
        defiActiveTvl,
        interpolated: METRICS.some((metric) => interpolated[metric] > 0),
        interpolatedUsd: interpolated,
      }),
    )
  },
})
