import Type from 'typebox'
import { minFilter, nameFilter } from '../../../http/lists/filter.ts'
import { valueAt } from '../../../http/lists/list-place.ts'
import { type SparkValues, sparkMember } from '../../../http/lists/spark.ts'
import { flag } from '../../../http/parameters.ts'
import { defineRoute, type RequestContext } from '../../../http/route.ts'
import { namedShape, shape } from '../../../http/schemas.ts'
import { DAY_SEC } from '../../../lib/clock.ts'
import { chainFilter } from '../../registry/public.ts'
import { assetFigures, byValue } from '../derive/asset-figures.ts'
import { chainTotals } from '../derive/chain-totals.ts'
import { ASSET_FACTS, findLine, listPresentPlaces, readAssets } from '../read/assets.ts'
import { coverageHeader, withCoverage } from '../read/coverage.ts'
import { loadEarlierReports } from '../read/earlier-reports.ts'
import { chainRecord, itemRecord } from '../records.ts'

const assetSchema = namedShape('StablecoinItem', {
  ...itemRecord.members,
  spark: sparkMember('What circulates, tokens'),
})

export const list = defineRoute({
  id: 'stablecoins.list',
  operationId: 'listStablecoins',
  summary: 'All stablecoins with their supply',
  describe:
    'What circulates now, and 24 hours, 7 and 30 days before by the report nearest to that timestamp, in tokens and never in dollars, in total and on each chain. The stablecoin worth most comes first. `price` is always there, whatever `includePrices` says. One that stopped being reported has {} and `lastReport`.',
  paths: { free: '/stablecoins', pro: '/stablecoins/stablecoins' },
  query: {
    includePrices: flag(
      'Prices are always included; the parameter is understood and changes nothing.',
    ),
  },
  headers: coverageHeader,
  response: shape({
    peggedAssets: Type.Array(assetSchema, { description: 'Largest first' }),
    chains: Type.Array(chainRecord.schema, { description: 'Totals by chain; largest first' }),
  }),
  example: {
    peggedAssets: [
      {
        ...itemRecord.example,
        ...{ name: 'Tether', symbol: 'USDT', aggregator_id: 'tether', price: 1.0002 },
      },
    ],
    chains: [chainRecord.example],
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
      figures: assetFigures(asset.history, present, reports.get(id)),
    }))
    const ordered = byValue(items, ({ asset, figures }) => ({
      units: figures.current,
      usdRate: asset.usdRate,
    }))
    const body = {
      peggedAssets: ordered.map(({ asset: { about, price, history }, figures }) =>
        itemRecord.item({ ...about, price, history, figures }),
      ),
      chains: chainTotals(listPresentPlaces(assets)).map(chainRecord.item),
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
      return [id, asset && findLine(asset, present)]
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
