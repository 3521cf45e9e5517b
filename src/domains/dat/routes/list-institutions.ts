import Type from 'typebox'
import { fieldList, optionalStartTime, optionalUnixTime } from '../../../http/parameters.ts'
import { defineRoute } from '../../../http/route.ts'
import { selectFields } from '../../../http/select-fields.ts'
import { DAY_SEC } from '../../../lib/clock.ts'
import { supplies, supplyState } from '../../coins/public.ts'
import type { FlowDay } from '../derive/asset-flows.ts'
import {
  type AssetHolder,
  assetTotals,
  rankHolders,
  supplyPercentage,
} from '../derive/asset-totals.ts'
import { priceOn } from '../derive/day-prices.ts'
import { averagePrice } from '../derive/holdings.ts'
import { marketFigures } from '../derive/market-figures.ts'
import { assetsState } from '../read/assets.ts'
import { closesState } from '../read/closes.ts'
import { flowsState } from '../read/flows.ts'
import { readShareMarkets, SHARE_FACTS } from '../read/share-market.ts'
import { lastUpdated, readTreasuries, type Treasuries } from '../read/treasuries.ts'
import { exampleList, listSchema } from './list-shapes.ts'
import { isWithin, mNavHistories, type ValuedTreasury } from './mnav-histories.ts'

type SupplyOf = (asset: string) => number | undefined

export const listInstitutions = defineRoute({
  id: 'dat.listInstitutions',
  summary: 'Institutions with crypto treasuries: holdings, flows, mNAV',
  describe:
    'All institutions with what they hold, what it cost and what it is worth, all assets with their holders and daily flows, and the history of mNAV (market cap ÷ value of the crypto held) by three share counts. Only approved transactions count. Prices are US dollars, timestamps Unix seconds at 00:00 UTC, shares of supply percent. mNAV histories have a row for each trading day and six significant digits; the detail of an institution has them in full.',
  paths: { pro: '/dat/institutions' },
  query: {
    fields: fieldList('institutionMetadata,assetMetadata'),
    start: optionalStartTime('Earliest day of flows and mNAV, Unix seconds.'),
    end: optionalUnixTime('Latest day of flows and mNAV, Unix seconds.'),
  },
  response: Type.Partial(listSchema),
  example: exampleList,
  table: 'institutionMetadata{institution}',
  reads: [...assetsState.reads, ...closesState.reads, ...SHARE_FACTS, supplies],
  nowStepSec: DAY_SEC,
  handler: async ({ query }, context) => {
    const { snapshot, states } = context
    const [treasuries, marketOf, supplyByCoin, allFlows] = await Promise.all([
      readTreasuries(context),
      readShareMarkets(context),
      states.get(supplyState, snapshot),
      states.get(flowsState, snapshot),
    ])
    const flows = [...allFlows].flatMap(([asset, days]) => {
      const past = days.filter(({ day }) => day <= treasuries.today)
      return past.length === 0 ? [] : [[asset, past] as const]
    })
    const supplyOf: SupplyOf = (asset) => supplyByCoin.get(`aggregator:${asset}`)
    const valued = treasuries.ranked.map((treasury) => {
      return { ...treasury, market: marketOf(treasury.institution) }
    })
    const body = {
      institutionMetadata: Object.fromEntries(
        valued.map((treasury) => [treasury.id, metadata(treasury, supplyOf)]),
      ),
      ...assetMembers(
        treasuries,
        flows.map(([asset]) => asset),
        supplyOf,
      ),
      institutions: treasuries.ranked.map(({ id, totalUsdValue, totalCost }) => ({
        institutionId: id,
        totalUsdValue,
        totalCost,
      })),
      totalCompanies: treasuries.ranked.length,
      flows: Object.fromEntries(
        flows.map(([asset, days]) => [
          asset,
          days.filter(({ day }) => isWithin(day * DAY_SEC, query)).map(flowRow),
        ]),
      ),
      lastUpdated: lastUpdated(treasuries.ranked, treasuries.assets),
      mNAV: mNavHistories(valued, treasuries, query),
    }
    return selectFields(body, query.fields)
  },
})

function flowRow({ day, net, inflow, outflow, purchasePrice, purchaseUsd }: FlowDay) {
  return [day * DAY_SEC, net, inflow, outflow, purchasePrice, purchaseUsd]
}

function metadata(
  { institution, market, held, totalUsdValue, totalCost, wholeUsdValue }: ValuedTreasury,
  supplyOf: SupplyOf,
) {
  const { mcaps, mNavs } = marketFigures(market.sharesNow, market.priceUsd, wholeUsdValue)
  return {
    institutionId: institution.id,
    ticker: institution.ticker,
    name: institution.name,
    type: institution.type,
    price: market.priceUsd,
    priceChange24h: market.priceChangePct,
    volume24h: market.volume,
    mcapRealized: mcaps[0],
    mcapRealistic: mcaps[1],
    mcapMax: mcaps[2],
    realized_mNAV: mNavs[0],
    realistic_mNAV: mNavs[1],
    max_mNAV: mNavs[2],
    totalUsdValue,
    totalCost,
    holdings: Object.fromEntries(
      held.map((holding) => [
        holding.asset,
        {
          amount: holding.amount,
          avgPrice: averagePrice(holding),
          usdValue: holding.usdValue,
          cost: holding.cost,
          transactionCount: holding.transactionCount,
          firstAnnouncementDate: holding.firstReportDate,
          lastAnnouncementDate: holding.lastReportDate,
          supplyPercentage: supplyPercentage(holding.amount, supplyOf(holding.asset)),
        },
      ]),
    ),
  }
}

/** Assets of approved transactions, those of the largest value first, with their holders. */
function assetMembers(
  { ranked, assets, today }: Treasuries,
  dealtIn: readonly string[],
  supplyOf: SupplyOf,
) {
  const holders = new Map<string, AssetHolder[]>(dealtIn.map((asset) => [asset, []]))
  for (const { id, held } of ranked)
    for (const { asset, usdValue, amount } of held)
      holders.get(asset)?.push({ institutionId: id, usdValue, amount })
  const rows = [...holders].map(([asset, unranked]) => {
    const known = assets.get(asset)
    const all = rankHolders(unranked)
    return {
      asset,
      known,
      all,
      totals: assetTotals(all, known === undefined ? Number.NaN : priceOn(known, today)),
    }
  })
  rows.sort((a, b) => (b.totals.totalUsdValue ?? -1) - (a.totals.totalUsdValue ?? -1))
  return {
    assetMetadata: Object.fromEntries(
      rows.map(({ asset, known, all, totals }) => [
        asset,
        {
          name: known?.name ?? null,
          ticker: known?.ticker ?? null,
          aggregatorId: asset,
          companies: all.length,
          ...totals,
          circSupplyPerc: supplyPercentage(totals.totalAmount, supplyOf(asset)),
        },
      ]),
    ),
    assets: Object.fromEntries(rows.map(({ asset, all }) => [asset, all])),
  }
}
