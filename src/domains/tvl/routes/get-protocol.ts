import Type from 'typebox'
import { fieldList, optionalUnixTime, someOf, text } from '../../../http/parameters.ts'
import { defineRoute, type RequestContext } from '../../../http/route.ts'
import { mapOf, nullable, shape } from '../../../http/schemas.ts'
import { selectFields } from '../../../http/select-fields.ts'
import { HOUR_SEC } from '../../../lib/clock.ts'
import { prices, priceTableState, supplies, supplyState } from '../../coins/public.ts'
import { chains, type Protocol, protocols, type Registry, registryState, tokens } from '../../registry/public.ts'
import { dailySeries, type SeriesRecord } from '../derive/daily-records.ts'
import { familySeries } from '../derive/family-series.ts'
import { marketCap } from '../derive/market-cap.ts'
import { familyOf, newestFamilyRows } from '../derive/newest-rows.ts'
import { recordValues } from '../derive/record-values.ts'
import { seriesPoints } from '../derive/series-points.ts'
import { ALL_CHAINS, tokenPoints } from '../derive/token-points.ts'
import { tvlRecords, tvlTokens } from '../facts.ts'
import { type RecentTvl, recentTvlState } from '../read/recent.ts'
import { readDailyRecords, readDailyTokens } from '../read/series.ts'
import { chainTvlsSchema, exampleMetadata, metadataSchema, point, tokenPoint, toMetadata } from './protocol-shapes.ts'
import { requireRecords } from './require-records.ts'

const LATEST_SEC = 4_294_967_295
const tokenSeries = nullable(Type.Array(tokenPoint, { description: 'Only with include=tokens' }))
const windows = shape({ '24h': nullable(Type.Number()), '7d': nullable(Type.Number()) })

const response = shape({
  ...metadataSchema,
  currentChainTvls: chainTvlsSchema,
  chainTvls: mapOf(shape({ tvl: Type.Array(point), tokens: tokenSeries, tokensInUsd: tokenSeries }), 'By the keys of currentChainTvls'),
  tvl: Type.Array(point),
  tokens: tokenSeries,
  tokensInUsd: tokenSeries,
  mcap: nullable(Type.Number()),
  raises: Type.Array(Type.Object({ date: Type.String(), amount: nullable(Type.Number({ description: 'Millions of USD' })) })),
  metrics: shape({ fees: windows, revenue: windows }),
  isParentProtocol: Type.Boolean(),
  otherProtocols: Type.Array(Type.String({ description: 'Parent first, then its children' })),
  hallmarks: Type.Array(Type.Array(Type.Union([Type.Integer(), Type.String()]))),
})

const unknownWindows = { '24h': null, '7d': null }

export const getProtocol = defineRoute({
  id: 'tvl.getProtocol',
  summary: 'A protocol and its TVL over time',
  describe:
    'Daily points at 00:00 UTC; the last point is the newest hourly record with its own time. `start` and `end` bound the series, `fields` keeps only the named members, `include=tokens` adds the series by token.',
  paths: { free: '/protocol/{protocol}', pro: '/api/protocol/{protocol}' },
  params: { protocol: text('Slug of a protocol or of a parent.', 'example-swap') },
  query: {
    start: optionalUnixTime('Earliest point, Unix seconds.'),
    end: optionalUnixTime('Latest point, Unix seconds.'),
    fields: fieldList(),
    include: someOf('`tokens` adds amounts and values by token.', ['tokens']),
  },
  response: Type.Partial(response),
  example: {
    ...exampleMetadata,
    currentChainTvls: { Ethereum: 1_000_000, Arbitrum: 250_000 },
    chainTvls: { Ethereum: { tvl: [{ date: 1_760_054_400, totalLiquidityUSD: 1_000_000 }], tokens: null, tokensInUsd: null } },
    tvl: [{ date: 1_760_054_400, totalLiquidityUSD: 1_250_000 }],
    tokens: null,
    tokensInUsd: null,
    mcap: 9_000_000,
    raises: [],
    metrics: { fees: unknownWindows, revenue: unknownWindows },
    isParentProtocol: false,
    otherProtocols: [],
    hallmarks: [],
  },
  reads: [protocols, tvlRecords, tvlTokens, tokens, prices, supplies],
  nowStepSec: HOUR_SEC,
  handler: async ({ params, query }, context) => {
    const { snapshot, states } = context
    const registry = await states.get(registryState, snapshot)
    const protocol = registry.get(params.protocol)
    const recent = await states.get(recentTvlState, snapshot)
    const newest = recordValues(requireRecords(protocol, newestFamilyRows(protocol, registry, recent)), nameOf)
    const family = familyOf(protocol, registry)
    const range = { startSec: query.start ?? 0, endSec: query.end ?? LATEST_SEC }
    const series = seriesPoints(await readSeries(family, recent, range, context), nameOf)
    const ids = family.map((member) => member.id)
    const byToken = query.include.has('tokens') ? tokenPoints(await readDailyTokens(snapshot, ids, range), nameOf) : undefined
    const tokensOf = (key: string) => {
      const known = byToken?.get(key)
      return {
        tokens: byToken === undefined ? null : (known?.tokens ?? []),
        tokensInUsd: byToken === undefined ? null : (known?.tokensInUsd ?? []),
      }
    }
    const body = {
      ...toMetadata(protocol, newest.chains, registry),
      currentChainTvls: newest.chainTvls,
      chainTvls: Object.fromEntries([...series.byKey].map(([key, tvl]) => [key, { tvl, ...tokensOf(key) }])),
      tvl: series.tvl,
      ...tokensOf(ALL_CHAINS),
      mcap: await familyMarketCap([protocol, ...family], context),
      raises: [],
      metrics: { fees: unknownWindows, revenue: unknownWindows },
      isParentProtocol: protocol.isParent,
      otherProtocols: relatives(protocol, registry),
      hallmarks: [],
    }
    return selectFields(body, query.fields)
  },
})

function nameOf(key: string): string {
  return chains.nameOf(key)
}

async function readSeries(
  family: readonly Protocol[],
  recent: ReadonlyMap<string, RecentTvl>,
  range: { startSec: number; endSec: number },
  { snapshot }: RequestContext,
): Promise<SeriesRecord[]> {
  const daily = await readDailyRecords(
    snapshot,
    family.map((member) => member.id),
    range,
  )
  const each = family.map((member) => {
    const known = recent.get(member.id)
    const isInRange = known !== undefined && known.newestSec >= range.startSec && known.newestSec <= range.endSec
    return dailySeries(daily.get(member.id) ?? [], isInRange ? { dateSec: known.newestSec, rows: known.rows } : undefined)
  })
  return each.length === 1 ? (each[0] ?? []) : familySeries(each)
}

/** The token's market cap; a parent without a token of its own takes its children's (semantics 2.3). */
async function familyMarketCap(candidates: readonly Protocol[], { snapshot, states, nowSec }: RequestContext): Promise<number | null> {
  const priceTable = await states.get(priceTableState, snapshot)
  const supply = await states.get(supplyState, snapshot)
  const coin = candidates.find((candidate) => candidate.tokenCoin !== null)?.tokenCoin ?? ''
  return marketCap(supply.get(coin), priceTable.findPrice(priceTable.findToken(coin)?.redirect ?? coin), nowSec)
}

/** The family's names: the parent, then all its children; a protocol without a parent has none. */
function relatives(protocol: Protocol, registry: Registry): string[] {
  const parent = protocol.isParent ? protocol : registry.parentOf(protocol)
  return parent === undefined ? [] : [parent.name, ...registry.childrenOf(parent).map((child) => child.name)]
}
