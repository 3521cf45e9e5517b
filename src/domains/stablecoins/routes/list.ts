import Type from 'typebox'
import { nullableText } from '../../../http/described.ts'
import { minFilter, nameFilter } from '../../../http/lists/filter.ts'
import { valueAt } from '../../../http/lists/list-place.ts'
import { type SparkValues, sparkMember } from '../../../http/lists/spark.ts'
import { flag } from '../../../http/parameters.ts'
import { defineRoute, type RequestContext } from '../../../http/route.ts'
import { mapOf, namedShape, nullable, shape } from '../../../http/schemas.ts'
import { DAY_SEC } from '../../../lib/clock.ts'
import { chainFilter, chains } from '../../registry/public.ts'
import { assetFigures, type Figures } from '../derive/asset-figures.ts'
import { byValue } from '../derive/by-value.ts'
import { ASSET_FACTS, type Asset, readAssets } from '../read/assets.ts'
import { loadEarlierReports } from '../read/earlier-reports.ts'
import { listTotalSeries } from './asset-series.ts'
import { toBalance, unitsSchema } from './balances.ts'
import { chainExample, chainSchema, listChainItems } from './chain-items.ts'
import { coverageHeader, withCoverage } from './coverage.ts'

const previousSchema = {
  circulatingPrevDay: unitsSchema('What circulated 24 hours before'),
  circulatingPrevWeek: unitsSchema('What circulated 7 days before'),
  circulatingPrevMonth: unitsSchema('What circulated 30 days before'),
}
const NO_REPORTS = { day: [], week: [], month: [] }
const carriedSchema = Type.Boolean({
  description: 'The present figure, or a part of it, was carried from an earlier day',
})

const assetSchema = namedShape('StablecoinItem', {
  id: Type.String({ description: 'Id of the stablecoin' }),
  name: Type.String({ description: 'Display name' }),
  symbol: Type.String({ description: 'Symbol of the token' }),
  aggregator_id: nullableText('Id at the market-data aggregator'),
  pegType: Type.String({ description: 'What it is pegged to, such as peggedUSD' }),
  priceSource: nullableText('Where its price comes from'),
  pegMechanism: Type.String({ description: 'How the peg is held, such as fiat-backed' }),
  circulating: unitsSchema('What circulates'),
  ...previousSchema,
  chainCirculating: mapOf(
    shape({ current: unitsSchema('What circulates'), ...previousSchema, carried: carriedSchema }),
    'By chain',
  ),
  chains: Type.Array(Type.String(), { description: 'The one with the most first' }),
  price: nullable(Type.Number({ description: 'USD' })),
  carried: carriedSchema,
  lastReport: nullable(
    Type.Integer({ description: 'Time of the last report of supply, Unix seconds' }),
  ),
  yieldBearing: Type.Boolean({ description: 'Holding it earns a yield' }),
  delisted: Type.Boolean({ description: 'No longer listed' }),
  deprecated: Type.Boolean({ description: 'No longer supported' }),
  deadFrom: nullable(
    Type.Integer({ description: 'When it stopped, Unix seconds; null while it runs' }),
  ),
  spark: sparkMember('What circulates, tokens'),
})

export const list = defineRoute({
  id: 'stablecoins.list',
  operationId: 'listStablecoins',
  summary: 'All stablecoins with their supply',
  describe:
    'What circulates now, and 24 hours, 7 and 30 days before by the report nearest to that moment, in tokens and never in dollars, in total and on each chain. The stablecoin worth most comes first. `price` is always there, whatever `includePrices` says. One that stopped being reported has {} and `lastReport`.',
  paths: { free: '/stablecoins', pro: '/stablecoins/stablecoins' },
  query: {
    includePrices: flag(
      'Prices are always included; the parameter is understood and changes nothing.',
    ),
  },
  headers: coverageHeader,
  response: shape({
    peggedAssets: Type.Array(assetSchema, { description: 'Largest first' }),
    chains: Type.Array(chainSchema, { description: 'Totals by chain; largest first' }),
  }),
  example: {
    peggedAssets: [
      {
        id: '1',
        name: 'Tether',
        symbol: 'USDT',
        aggregator_id: 'tether',
        pegType: 'peggedUSD',
        priceSource: 'aggregator',
        pegMechanism: 'fiat-backed',
        circulating: { peggedUSD: 112_000_000_000 },
        circulatingPrevDay: { peggedUSD: 111_900_000_000 },
        circulatingPrevWeek: { peggedUSD: 111_000_000_000 },
        circulatingPrevMonth: { peggedUSD: 109_000_000_000 },
        chainCirculating: {
          Tron: {
            current: { peggedUSD: 112_000_000_000 },
            circulatingPrevDay: { peggedUSD: 111_900_000_000 },
            circulatingPrevWeek: { peggedUSD: 111_000_000_000 },
            circulatingPrevMonth: { peggedUSD: 109_000_000_000 },
            carried: false,
          },
        },
        chains: ['Tron'],
        price: 1.0002,
        carried: false,
        lastReport: 1_760_097_600,
        yieldBearing: false,
        delisted: false,
        deprecated: false,
        deadFrom: null,
      },
    ],
    chains: [chainExample],
  },
  table: 'peggedAssets[]',
  list: {
    filters: {
      chain: chainFilter('chains'),
      pegType: nameFilter('pegType', 'Only with these pegs', 'peggedUSD'),
      pegMechanism: nameFilter('pegMechanism', 'Only held in these ways', 'fiat-backed'),
      minCirculating: minFilter(
        circulatingOf,
        'Only with at least so many tokens circulating',
        1_000_000,
      ),
    },
    spark: { describe: 'what circulates, in tokens', key: 'id', read: readSupplySparks },
  },
  reads: ASSET_FACTS,
  nowStepSec: DAY_SEC,
  handler: async (_, context) => {
    const assets = await readAssets(context)
    const { byId, present } = assets
    const reports = await loadEarlierReports(context.snapshot, present)
    const items = [...byId].map(([id, asset]) => ({
      asset,
      figures: assetFigures(asset.history, present, reports.get(id) ?? NO_REPORTS),
    }))
    const ordered = byValue(items, ({ asset, figures }) => ({
      units: figures.current,
      usdRate: asset.usdRate,
    }))
    const body = {
      peggedAssets: ordered.map(({ asset, figures }) => toItem(asset, figures)),
      chains: listChainItems(assets),
    }
    return withCoverage(body, assets)
  },
})

async function readSupplySparks(
  ids: readonly string[],
  _: number,
  context: RequestContext,
): Promise<SparkValues> {
  const { byId, present } = await readAssets(context)
  const lines = new Map(
    ids.map((id) => {
      const asset = byId.get(id)
      return [id, asset && listTotalSeries(asset, present)[0]]
    }),
  )
  return {
    // Before anything is reported there is no day, and no value on any.
    lastDay: present?.day ?? 0,
    valueOn: (id, day) => {
      const series = lines.get(id)
      if (series === undefined || day < series.firstDay || day > series.untilDay) return undefined
      return series.circulating[Math.min(day, series.endDay) - series.firstDay]
    },
  }
}

/** What circulates of a listed stablecoin, in tokens. */
function circulatingOf(row: unknown): unknown {
  return valueAt(row, ['circulating', String(valueAt(row, ['pegType']))])
}

function toItem({ about, price, history }: Asset, figures: ReturnType<typeof assetFigures>) {
  const byChain = [...figures.byChain].map(([key, own]): [string, Figures] => [
    chains.nameOf(key),
    own,
  ])
  return {
    id: about.id,
    name: about.name,
    symbol: about.symbol,
    aggregator_id: about.aggregatorId,
    pegType: about.pegType,
    priceSource: about.priceSource,
    pegMechanism: about.pegMechanism,
    circulating: toBalance(about.pegType, figures.current),
    ...toPrevious(about.pegType, figures),
    chainCirculating: Object.fromEntries(
      byChain.map(([name, own]) => [
        name,
        {
          current: toBalance(about.pegType, own.current),
          ...toPrevious(about.pegType, own),
          carried: own.isCarried,
        },
      ]),
    ),
    chains: byChain.map(([name]) => name),
    price,
    carried: figures.isCarried,
    lastReport: history?.lastSec ?? null,
    yieldBearing: about.yieldBearing,
    delisted: about.delisted,
    deprecated: about.deprecated,
    deadFrom: about.deadFromSec,
  }
}

function toPrevious(pegType: string, { prevDay, prevWeek, prevMonth }: Figures) {
  return {
    circulatingPrevDay: toBalance(pegType, prevDay),
    circulatingPrevWeek: toBalance(pegType, prevWeek),
    circulatingPrevMonth: toBalance(pegType, prevMonth),
  }
}
