import Type from 'typebox'
import { minFilter } from '../../../http/lists/filter.ts'
import { flag } from '../../../http/parameters.ts'
import { defineRoute } from '../../../http/route.ts'
import { shape } from '../../../http/schemas.ts'
import { at } from '../../../lib/at.ts'
import { HOUR_SEC } from '../../../lib/clock.ts'
import { chainFilter } from '../../registry/public.ts'
import type { BridgeFlows } from '../derive/volume-series.ts'
import { addBridgeWindows, type BridgeWindows, chainVolumes } from '../derive/window-flows.ts'
import { bridges, bridgeTransfers } from '../facts.ts'
import { type Bridge, bridgeDirectoryState } from '../read/bridge-directory.ts'
import { readBridgeWindows } from '../read/bridge-windows.ts'
import { dayFlowsState, flowsOf } from '../read/day-flows.ts'
import { bridgeRecord, chainVolumeRecord } from '../records.ts'

const chainVolumesSchema = Type.Optional(
  Type.Array(chainVolumeRecord.schema, {
    description: 'Volume of the last 24 hours by chain; only with includeChains=true',
  }),
)

export const listBridges = defineRoute({
  id: 'bridges.list',
  operationId: 'listBridges',
  summary: 'All bridges with their recent volumes',
  describe:
    'Volume is half of the deposits and withdrawals in US dollars; largest `lastDailyVolume` first. `lastDailyVolume`, `weeklyVolume` and `monthlyVolume` count complete UTC days, `last24hVolume` (also `volumePrevDay`) the last 24 complete hours. `includeChains=true` adds `chainVolumes`, the last 24 hours by chain: to each bridge its own, and for all bridges together at the top, there also as `chains`.',
  paths: { bridge: '/bridges', pro: '/bridges/bridges' },
  query: { includeChains: flag('Add the volume of the last 24 hours by chain.') },
  response: shape({
    bridges: Type.Array(shape({ ...bridgeRecord.members, chainVolumes: chainVolumesSchema }), {
      description: 'Largest lastDailyVolume first',
    }),
    chainVolumes: chainVolumesSchema,
    chains: chainVolumesSchema,
  }),
  example: { bridges: [bridgeRecord.example] },
  table: 'bridges[]',
  list: {
    filters: {
      chain: chainFilter('chains'),
      minVolume: minFilter(
        'last24hVolume',
        'Only with at least so much in 24 hours, US dollars',
        1_000,
      ),
    },
  },
  reads: [bridges, bridgeTransfers],
  nowStepSec: HOUR_SEC,
  handler: async ({ query }, context) => {
    const listed = (await context.states.get(bridgeDirectoryState, context.snapshot)).list()
    const flows = await context.states.get(dayFlowsState, context.snapshot)
    const windows = await readBridgeWindows(listed, context)
    const items = listed
      .map((bridge, index) =>
        bridgeItem(bridge, flowsOf(bridge, flows), at(windows, index), query.includeChains),
      )
      .sort((a, b) => (b.lastDailyVolume ?? -1) - (a.lastDailyVolume ?? -1) || a.id - b.id)
    if (!query.includeChains) return { bridges: items }
    const rows = chainRows(addBridgeWindows(windows))
    return { bridges: items, chainVolumes: rows, chains: rows }
  },
})

function bridgeItem(
  bridge: Bridge,
  flows: BridgeFlows,
  windows: BridgeWindows,
  withChains: boolean,
) {
  const { whole, byChain } = windows
  const { destinationChain } = bridge
  const item = bridgeRecord.item({
    ...bridge,
    flows: whole,
    chainKeys: new Set([
      ...byChain.keys(),
      ...(destinationChain === null ? [] : [destinationChain]),
    ]),
    newestSec: Math.max(...[...flows.chains.values()].map(({ lastSec }) => lastSec)),
  })
  return withChains ? { ...item, chainVolumes: chainRows(windows) } : item
}

function chainRows({ byChain }: BridgeWindows) {
  return chainVolumes(byChain).map(chainVolumeRecord.item)
}
