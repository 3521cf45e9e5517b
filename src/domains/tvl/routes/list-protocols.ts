import Type from 'typebox'
import { percent, usd } from '../../../http/described.ts'
import { nameFilter } from '../../../http/lists/filter.ts'
import { valueAt } from '../../../http/lists/list-place.ts'
import { sparkMember } from '../../../http/lists/spark.ts'
import { decimal, flag } from '../../../http/parameters.ts'
import { defineRoute } from '../../../http/route.ts'
import { namedShape, nullable, shape } from '../../../http/schemas.ts'
import { selectFields } from '../../../http/select-fields.ts'
import { HOUR_SEC } from '../../../lib/clock.ts'
import { knownMembers } from '../../../lib/known-members.ts'
import { prices, supplies } from '../../coins/public.ts'
import { chainFilter, chains, protocols, registryState, tokens } from '../../registry/public.ts'
import { chainTotals } from '../derive/chain-totals.ts'
import { hourlyChanges } from '../derive/hourly-change.ts'
import { recordValues } from '../derive/record-values.ts'
import { tvlCoverage } from '../derive/tvl-coverage.ts'
import { tvlRecords } from '../facts.ts'
import { readMarketCaps } from '../read/market-caps.ts'
import { recentTvlState } from '../read/recent.ts'
import { readProtocolSparks } from '../read/sparks.ts'
import { coverageHeader, withCoverage } from './coverage.ts'
import { chainItem, chainSchema } from './list-chains.ts'
import { chainTvlsSchema, exampleMetadata, metadataSchema, toMetadata } from './protocol-shapes.ts'

const MAX_USD = 1e15

/** Every member is there unless `fields` leaves it out; sections only where there are any. */
export const protocolItem = namedShape('ProtocolItem', {
  ...metadataSchema,
  tvl: nullable(usd('All chains, no section')),
  chainTvls: chainTvlsSchema,
  change_1h: nullable(percent('Change of tvl over an hour')),
  change_1d: nullable(percent('Change of tvl over a day')),
  change_7d: nullable(percent('Change of tvl over seven days')),
  mcap: nullable(usd('Market cap of its token')),
  tokenBreakdowns: shape({}, { description: 'Always empty' }),
  staking: Type.Optional(usd('Own tokens staked; absent when there are none')),
  pool2: Type.Optional(usd('Liquidity of its own token; absent when there is none')),
  spark: sparkMember('TVL, US dollars'),
})
export const liteItem = shape(metadataSchema)

export const listProtocols = defineRoute({
  id: 'tvl.listProtocols',
  summary: 'All protocols with their TVL',
  describe:
    'Every protocol that has a TVL record, largest first. Parents are not listed; their children are. Changes compare hourly records.',
  paths: { free: '/protocols', pro: '/api/protocols' },
  query: {
    includeChains: flag('Append the chains of /v2/chains to the list.'),
    liteV1: flag('Names and descriptions only, no figures.'),
    minTvl: decimal('Only with at least so much TVL, US dollars.', {
      ...{ min: 0, max: MAX_USD, example: 1_000_000 },
    }),
  },
  headers: coverageHeader,
  response: Type.Array(
    Type.Union([Type.Partial(protocolItem), Type.Partial(liteItem), Type.Partial(chainSchema)]),
  ),
  example: [
    {
      ...exampleMetadata,
      tvl: 1_250_000,
      chainTvls: {
        Ethereum: 1_000_000,
        Arbitrum: 250_000,
        'Ethereum-staking': 40_000,
        staking: 40_000,
      },
      change_1h: 0.02,
      change_1d: 1.82,
      change_7d: -3.5,
      mcap: 9_000_000,
      tokenBreakdowns: {},
      staking: 40_000,
    },
  ],
  table: '[]',
  list: {
    filters: {
      chain: chainFilter('chains'),
      category: nameFilter('category', 'Only of these categories', 'Dexs'),
      // By slug or id.
      parent: nameFilter(
        (row) => String(valueAt(row, ['parentProtocol']) ?? '').replace('parent#', ''),
        'Only children of these parents, by slug',
        'newmeadow-swap',
      ),
    },
    spark: { describe: 'TVL in US dollars', key: 'id', read: readProtocolSparks },
  },
  reads: [protocols, tvlRecords, tokens, prices, supplies],
  nowStepSec: HOUR_SEC,
  handler: async ({ query }, context) => {
    const { snapshot, states, nowSec } = context
    const registry = await states.get(registryState, snapshot)
    const recent = await states.get(recentTvlState, snapshot)
    const marketCapOf = await readMarketCaps(context)
    const children = registry.listChildren()
    const list = children.flatMap((protocol) => {
      const known = recent.get(protocol.id)
      if (known === undefined) return []
      const values = recordValues(known.rows, (key) => chains.nameOf(key))
      return {
        ...toMetadata(protocol, values.chains, registry),
        tvl: values.tvl,
        chainTvls: values.chainTvls,
        ...hourlyChanges(known, nowSec),
        mcap: marketCapOf([protocol]),
        tokenBreakdowns: {},
        ...knownMembers({
          staking: values.chainTvls.staking ?? null,
          pool2: values.chainTvls.pool2 ?? null,
        }),
      }
    })
    const isLarge = ({ tvl }: { tvl: number }) => query.minTvl === undefined || tvl >= query.minTvl
    const large = list.filter(isLarge).sort((a, b) => b.tvl - a.tvl)
    const shown = query.liteV1 ? selectFields(large, new Set(Object.keys(metadataSchema))) : large
    const chainRows = query.includeChains
      ? chainTotals(registry, recent).map(([key, tvl]) => chainItem(key, tvl))
      : []
    const rows = [...(shown as object[]), ...chainRows.filter(isLarge)]
    return withCoverage(rows, tvlCoverage(children, recent))
  },
})
