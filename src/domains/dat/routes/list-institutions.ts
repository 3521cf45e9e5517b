import { RenderedBytes } from '../../../http/rendered.ts'
import { defineRoute } from '../../../http/route.ts'
import { DAY_SEC } from '../../../lib/clock.ts'
import { supplies, supplyState } from '../../coins/public.ts'
import { type FlowDay, flowsUntil } from '../derive/asset-flows.ts'
import { type AssetHolder, assetTotals, rankHolders, supplyPercentage } from '../derive/asset-totals.ts'
import { priceOn } from '../derive/day-prices.ts'
import { historyRows } from '../derive/history-rows.ts'
import { averagePrice } from '../derive/holdings.ts'
import { marketFigures } from '../derive/market-figures.ts'
import { marketHistory } from '../derive/market-history.ts'
import { treasuryValues } from '../derive/treasury-values.ts'
import { assetsState } from '../read/assets.ts'
import { closesState } from '../read/closes.ts'
import { flowsState } from '../read/flows.ts'
import { type SettledHistory, settledHistoriesState } from '../read/settled-histories.ts'
import { readShareMarkets, SHARE_FACTS, type ShareMarket } from '../read/share-market.ts'
import { lastUpdated, readTreasuries, type Treasuries, type Treasury } from '../read/treasuries.ts'
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
    const flows = flowsUntil(allFlows, treasuries.today)
    const supplyOf: SupplyOf = (asset) => supplyByCoin.get(`aggregator:${asset}`)
    const markets = new Map(treasuries.ranked.map(({ id, institution }) => [id, marketOf(institution)]))
    const body = {
      institutionMetadata: Object.fromEntries(
        treasuries.ranked.map((treasury) => [treasury.id, metadata(treasury, markets.get(treasury.id), supplyOf)]),
      ),
      ...assetMembers(
        treasuries,
        flows.map(([asset]) => asset),
        supplyOf,
      ),
      institutions: treasuries.ranked.map(({ id, totalUsdValue, totalCost }) => ({ institutionId: id, totalUsdValue, totalCost })),
      totalCompanies: treasuries.ranked.length,
      flows: flowRows(flows),
      lastUpdated: lastUpdated(treasuries.ranked, treasuries.assets),
    }
    // The histories are nearly all of the answer: they are put at its end as the bytes they are kept as, in one go.
    const parts = historyParts(treasuries, markets, settled)
    return new RenderedBytes(Buffer.concat([Buffer.from(`${JSON.stringify(body).slice(0, -1)},"mNAV":{`), ...parts, Buffer.from('}}')]))
  },
})

function metadata(
  { institution, held, totalUsdValue, totalCost, wholeUsdValue }: Treasury,
  market: ShareMarket | undefined,
  supplyOf: SupplyOf,
) {
  const { mcaps, mNavs } = marketFigures(market?.sharesNow ?? [Number.NaN, Number.NaN, Number.NaN], market?.priceUsd ?? null, wholeUsdValue)
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
function assetMembers({ ranked, assets, today }: Treasuries, dealtIn: readonly string[], supplyOf: SupplyOf) {
  const holders = new Map<string, AssetHolder[]>(dealtIn.map((asset) => [asset, []]))
  for (const { id, held } of ranked)
    for (const { asset, usdValue, amount } of held) holders.get(asset)?.push({ institutionId: id, usdValue, amount })
  const rows = [...holders].map(([asset, unranked]) => {
    const known = assets.get(asset)
    const all = rankHolders(unranked)
    return { asset, known, all, totals: assetTotals(all, known === undefined ? Number.NaN : priceOn(known, today)) }
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

type Flows = readonly (readonly [asset: string, days: readonly FlowDay[]])[]

function flowRows(flows: Flows) {
  return Object.fromEntries(
    flows.map(([asset, days]) => [
      asset,
      days.map(({ day, net, inflow, outflow, purchasePrice, purchaseUsd }) => [
        day * DAY_SEC,
        net,
        inflow,
        outflow,
        purchasePrice,
        purchaseUsd,
      ]),
    ]),
  )
}

/** A question about an earlier day than the settled ones reach to is answered without them. */
function usable(settled: SettledHistory | undefined, today: number): Pick<SettledHistory, 'untilDay' | 'bytes'> {
  return settled !== undefined && settled.untilDay - 1 <= today ? settled : { untilDay: 0, bytes: Buffer.alloc(0) }
}

/** The history of each institution under every asset that it holds: what is settled, and the last days worked out anew. */
function historyParts(
  { ranked, assets, today }: Treasuries,
  markets: ReadonlyMap<number, ShareMarket>,
  settledOf: ReadonlyMap<number, SettledHistory>,
): Buffer[] {
  const byAsset = new Map<string, Buffer[]>()
  for (const { id, held, holdings } of ranked) {
    const market = markets.get(id)
    if (held.length === 0 || market === undefined) continue
    const known = usable(settledOf.get(id), today)
    const values = treasuryValues(holdings, (asset) => assets.get(asset), today, known.untilDay)
    const recent = historyRows(marketHistory(market.closes, market.shares, values, today))
    const end = Buffer.from(`${known.bytes.length > 0 && recent !== '' ? ',' : ''}${recent}]`)
    for (const { asset } of held) {
      const parts = byAsset.get(asset) ?? []
      byAsset.set(asset, parts)
      parts.push(Buffer.from(`${parts.length === 0 ? '' : ','}"${id}":[`), known.bytes, end)
    }
  }
  return [...byAsset].flatMap(([asset, parts], index) => [
    Buffer.from(`${index === 0 ? '' : ','}${JSON.stringify(asset)}:{`),
    ...parts,
    Buffer.from('}'),
  ])
}
