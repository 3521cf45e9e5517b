import Type from 'typebox'
import { nullableText, textList, usd } from '../../../http/described.ts'
import { minFilter } from '../../../http/lists/filter.ts'
import { flag } from '../../../http/parameters.ts'
import { defineRoute } from '../../../http/route.ts'
import { namedShape, nullable, shape } from '../../../http/schemas.ts'
import { at } from '../../../lib/at.ts'
import { HOUR_SEC } from '../../../lib/clock.ts'
import { toSlug } from '../../../lib/slug.ts'
import { chainFilter, chains } from '../../registry/public.ts'
import { addBridgeWindows, type BridgeWindows } from '../derive/bridge-windows.ts'
import { chainVolumes } from '../derive/chain-volumes.ts'
import type { BridgeFlows } from '../derive/volume-series.ts'
import { bridges, bridgeTransfers } from '../facts.ts'
import { type Bridge, bridgeDirectoryState } from '../read/bridge-directory.ts'
import { readBridgeWindows } from '../read/bridge-windows.ts'
import { dayFlowsState, flowsOf } from '../read/day-flows.ts'
import { nameOfChain, volume, volumeOf } from './bridge-shapes.ts'

const chainVolumesSchema = Type.Optional(
  Type.Array(
    namedShape('BridgeChainVolume', {
      name: Type.String({ description: 'Display name of the chain' }),
      volumePrevDay: usd('Volume of the last 24 complete hours'),
      aggregator_id: nullableText('Id of its token at the market-data aggregator'),
      tokenSymbol: nullableText('Symbol of its gas token'),
    }),
    { description: 'Volume of the last 24 hours by chain; only with includeChains=true' },
  ),
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
    bridges: Type.Array(
      shape({
        id: Type.Integer({ description: 'Id of the bridge' }),
        name: Type.String({ description: 'Name in addresses' }),
        displayName: Type.String({ description: 'Display name' }),
        icon: nullableText('Icon of the bridge'),
        volumePrevDay: volumeOf('the last 24 complete hours'),
        volumePrev2Day: volumeOf('the UTC day before the last complete one'),
        lastHourlyVolume: volumeOf('the last complete hour'),
        last24hVolume: volumeOf('the last 24 complete hours'),
        lastDailyVolume: volumeOf('the last complete UTC day'),
        dayBeforeLastVolume: volumeOf('the UTC day before it'),
        weeklyVolume: volumeOf('the last seven complete UTC days'),
        monthlyVolume: volumeOf('the last 30 complete UTC days'),
        chains: textList('Display names of its chains'),
        destinationChain: nullableText(
          'Display name of the chain that all transfers lead to; null when there is none',
        ),
        url: nullableText('Web site'),
        slug: Type.String({ description: 'Slug of its protocol' }),
        serviceId: nullableText('Id of its protocol'),
        dataUpdatedAt: nullable(
          Type.String({ description: 'Time of the newest transfer, ISO 8601' }),
        ),
        chainVolumes: chainVolumesSchema,
      }),
      { description: 'Largest lastDailyVolume first' },
    ),
    chainVolumes: chainVolumesSchema,
    chains: chainVolumesSchema,
  }),
  example: {
    bridges: [
      {
        id: 1,
        name: 'harbor',
        displayName: 'Harbor Bridge',
        icon: 'icons:harbor',
        volumePrevDay: 35_000,
        volumePrev2Day: 41_000,
        lastHourlyVolume: 1_500.5,
        last24hVolume: 35_000,
        lastDailyVolume: 36_000,
        dayBeforeLastVolume: 41_000,
        weeklyVolume: 250_000,
        monthlyVolume: 1_100_000,
        chains: ['Arbitrum', 'Ethereum'],
        destinationChain: null,
        url: null,
        slug: 'harbor-bridge',
        serviceId: null,
        dataUpdatedAt: '2026-01-31T11:58:20.000Z',
      },
    ],
  },
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
  const last24hVolume = volume(whole?.last24h)
  const dayBeforeLastVolume = volume(whole?.dayBeforeLast)
  const newestSec = Math.max(...[...flows.chains.values()].map(({ lastSec }) => lastSec))
  const used = new Set([
    ...byChain.keys(),
    ...(bridge.destinationChain === null ? [] : [bridge.destinationChain]),
  ])
  return {
    id: bridge.id,
    name: bridge.name,
    displayName: bridge.displayName,
    icon: bridge.icon,
    volumePrevDay: last24hVolume,
    volumePrev2Day: dayBeforeLastVolume,
    lastHourlyVolume: volume(whole?.lastHour),
    last24hVolume,
    lastDailyVolume: volume(whole?.lastDay),
    dayBeforeLastVolume,
    weeklyVolume: volume(whole?.week),
    monthlyVolume: volume(whole?.month),
    chains: [...used].map((key) => chains.nameOf(key)).sort(),
    destinationChain: nameOfChain(bridge.destinationChain),
    url: bridge.url,
    slug: bridge.slug ?? toSlug(bridge.displayName),
    serviceId: bridge.serviceId,
    dataUpdatedAt: newestSec > 0 ? new Date(newestSec * 1000).toISOString() : null,
    ...(withChains ? { chainVolumes: chainRows(windows) } : {}),
  }
}

function chainRows({ byChain }: BridgeWindows) {
  return chainVolumes(byChain).map(({ chain, volumeUsd }) => {
    const known = chains.byKey(chain)
    return {
      name: chains.nameOf(chain),
      volumePrevDay: volumeUsd,
      aggregator_id: known?.aggregatorId ?? null,
      tokenSymbol: known?.gasToken ?? null,
    }
  })
}
