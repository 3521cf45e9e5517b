import { RenderedBytes } from '../../../http/rendered.ts'
import { defineRoute } from '../../../http/route.ts'
import { DAY_SEC } from '../../../lib/clock.ts'
import { supplies, supplyState } from '../../coins/public.ts'
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
import { flowsState, listFlowRows } from '../read/flows.ts'
import { settledHistoriesState } from '../read/settled-histories.ts'
import { readShareMarkets, SHARE_FACTS, type ShareMarket } from '../read/share-market.ts'
import { lastUpdated, readTreasuries, type Treasuries, type Treasury } from '../read/treasuries.ts'
import { historyParts } from './history-parts.ts'
import { exampleList, listSchema } from './list-shapes.ts'

type SupplyOf = (asset: string) => number | undefined

export const listInstitutions = defineRoute({
  id: 'dat.listInstitutions',
  summary: 'Institutions with crypto treasuries: holdings, flows, mNAV',
  describe:
    'All institutions with what they hold, what it cost and what it is worth, all assets with their holders and daily flows, and the history of mNAV (market cap ÷ value of the crypto held) by three share counts. Only approved transactions count. Prices are US dollars, timestamps Unix seconds at 00:00 UTC, shares of supply percent. mNAV histories have a row for each trading day and six significant digits; the detail of an institution has them in full.',
  paths: { pro: '/dat/institutions' },
  response: listSchema,
  example: exampleList,
  reads: [...assetsState.reads, ...closesState.reads, ...SHARE_FACTS, supplies],
  nowStepSec: DAY_SEC,
  handler: async (_, context) => {
    const { snapshot, states } = context
    const [treasuries, marketOf, supplyByCoin, allFlows, settled] = await Promise.all([
      readTreasuries(context),
      readShareMarkets(context),
      states.get(supplyState, snapshot),
      states.get(flowsState, snapshot),
      states.get(settledHistoriesState, snapshot),
    ])
    const flows = listFlowRows(allFlows, treasuries.today)
    const supplyOf: SupplyOf = (asset) => supplyByCoin.get(`aggregator:${asset}`)
    const markets = new Map(
      treasuries.ranked.map(({ id, institution }) => [id, marketOf(institution)]),
    )
    const body = {
      institutionMetadata: Object.fromEntries(
        treasuries.ranked.map((treasury) => [
          treasury.id,
          metadata(treasury, markets.get(treasury.id), supplyOf),
        ]),
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
    }
    // Flows and histories are nearly all of the answer: they are joined as the bytes they are kept
    // as, in one go.
    const parts = [
      Buffer.from(`${JSON.stringify(body).slice(0, -1)},"flows":{`),
      ...flows.flatMap(([asset, rows], index) => [
        Buffer.from(`${index === 0 ? '' : ','}${JSON.stringify(asset)}:`),
        rows,
      ]),
      Buffer.from(
        `},"lastUpdated":${JSON.stringify(lastUpdated(treasuries.ranked, treasuries.assets))},"mNAV":{`,
      ),
      ...historyParts(treasuries, markets, settled),
      Buffer.from('}}'),
    ]
    return new RenderedBytes(Buffer.concat(parts))
  },
})

function metadata(
  { institution, held, totalUsdValue, totalCost, wholeUsdValue }: Treasury,
  market: ShareMarket | undefined,
  supplyOf: SupplyOf,
) {
  const { mcaps, mNavs } = marketFigures(
    market?.sharesNow ?? [Number.NaN, Number.NaN, Number.NaN],
    market?.priceUsd ?? null,
    wholeUsdValue,
  )
  return {
    institutionId: institution.id,
    ticker: institution.ticker,
    name: institution.name,
    type: institution.type,
    price: market?.priceUsd ?? null,
    priceChange24h: market?.priceChangePct ?? null,
    volume24h: market?.volume ?? null,
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
