import Type from 'typebox'
import { integer, number, timeText, unixDay, usd } from '../../../http/described.ts'
import { fieldList, optionalStartTime, optionalUnixTime } from '../../../http/parameters.ts'
import { orNull, tuple, where } from '../../../http/render/cells.ts'
import { list, members, nested, type Rows } from '../../../http/render/rows.ts'
import { defineRoute } from '../../../http/route.ts'
import { mapOf, nullable, shape } from '../../../http/schemas.ts'
import { selectFields } from '../../../http/select-fields.ts'
import { at } from '../../../lib/at.ts'
import { DAY_SEC } from '../../../lib/clock.ts'
import { supplies, supplyState } from '../../coins/public.ts'
import {
  type AssetHolder,
  assetTotals,
  type FlowDay,
  rankHolders,
  supplyPercentage,
} from '../derive/assets.ts'
import { marketFigures, marketHistory, roundedRatio } from '../derive/market-history.ts'
import { priceOn, treasuryValues } from '../derive/treasury-values.ts'
import { assetsState, flowsState } from '../read/assets.ts'
import {
  closesState,
  readShareMarkets,
  SHARE_FACTS,
  type ShareMarket,
} from '../read/share-market.ts'
import { lastUpdated, readTreasuries, type Treasuries, type Treasury } from '../read/treasuries.ts'
import { assetRecord, holdingRecord, institutionRecord, worthRecord } from '../records.ts'

const day = unixDay()

const coins = (what: string) => number(`${what}, whole coins`)
const ratio = (name: string) => nullable(number(`mNAV, ${name}`))

const listSchema = shape({
  institutionMetadata: mapOf(institutionRecord.schema, 'By institution id'),
  assetMetadata: mapOf(assetRecord.schema, 'By asset'),
  assets: mapOf(
    Type.Array(
      shape({
        institutionId: worthRecord.members.institutionId,
        usdValue: nullable(usd('Value now')),
        amount: number('Whole coins'),
      }),
    ),
    'Holders by asset, the largest first',
  ),
  institutions: Type.Array(worthRecord.schema, { description: 'By value, the largest first' }),
  totalCompanies: integer('Number of institutions'),
  flows: mapOf(
    Type.Array(
      Type.Tuple([
        day,
        coins('Inflow less outflow'),
        coins('Inflow'),
        coins('Outflow'),
        nullable(usd('Average price of what came in')),
        nullable(usd('Value of what came in')),
      ]),
    ),
    'By asset: time, net, inflow and outflow in coins, average price and US dollars of what came in',
  ),
  lastUpdated: nullable(timeText('Time of the newest record')),
  mNAV: mapOf(
    mapOf(
      Type.Array(Type.Tuple([day, ratio('realized'), ratio('realistic'), ratio('max')])),
      'By institution id: time, realized, realistic, max',
    ),
    'By asset',
  ),
})

export const exampleList = {
  institutionMetadata: { '7': institutionRecord.example },
  assetMetadata: { bitcoin: assetRecord.example },
  assets: { bitcoin: [{ institutionId: 7, usdValue: 46_200_000_000, amount: 640_000 }] },
  institutions: [worthRecord.example],
  totalCompanies: 1,
  flows: { bitcoin: [[1_768_176_000, 120, 120, 0, 91_000, 10_920_000]] },
  lastUpdated: '2026-01-14T12:00:00.000Z',
  mNAV: { bitcoin: { '7': [[1_768_176_000, 0.88, 0.92, 0.99]] } },
}

type ValuedTreasury = Treasury & { readonly market: ShareMarket }

interface TimeRange {
  readonly start?: number | undefined
  readonly end?: number | undefined
}

function isWithin(atSec: number, { start, end }: TimeRange): boolean {
  return atSec >= (start ?? 0) && atSec <= (end ?? Number.POSITIVE_INFINITY)
}

/** The history of each institution under every asset that it holds, in their order. */
function mNavHistories(
  treasuries: readonly ValuedTreasury[],
  context: Pick<Treasuries, 'assets' | 'today'>,
  range: TimeRange,
): Record<string, Rows> {
  const holdings = treasuries.flatMap((treasury) =>
    treasury.held.map(({ asset }) => ({ asset, treasury })),
  )
  const holders = Map.groupBy(holdings, ({ asset }) => asset)
  return Object.fromEntries(
    Array.from(holders, ([asset, all]) => {
      const ids = all.map(({ treasury }) => treasury.id)
      // Nearly all of the response: each history is computed when it is its turn to be written.
      const histories = all.map(
        ({ treasury }) =>
          () =>
            historyRows(treasury, context, range),
      )
      return [asset, members(ids, nested(histories))]
    }),
  )
}

/** Rows of time, realized, realistic and max mNAV. */
function historyRows(
  { holdings, market }: ValuedTreasury,
  { assets, today }: Pick<Treasuries, 'assets' | 'today'>,
  range: TimeRange,
): Rows {
  const values = treasuryValues(holdings, (asset) => assets.get(asset), today)
  const { timesSec, mNavs } = marketHistory(market.closes, market.shares, values, today)
  const rows = tuple(timesSec, ...mNavs.map((ratios) => orNull(ratios.map(roundedRatio))))
  return list(where(rows, (row) => isWithin(at(timesSec, row), range)))
}

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
      institutions: treasuries.ranked.map(worthRecord.item),
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

function metadata(treasury: ValuedTreasury, supplyOf: SupplyOf) {
  const { institution, market, held, wholeUsdValue } = treasury
  const holdings = held.map((holding) => {
    const percentage = supplyPercentage(holding.amount, supplyOf(holding.asset))
    return [holding.asset, holdingRecord.item({ ...holding, supplyPercentage: percentage })]
  })
  return institutionRecord.item({
    ...institution,
    ...market,
    ...marketFigures(market.sharesNow, market.priceUsd, wholeUsdValue),
    totalUsdValue: treasury.totalUsdValue,
    totalCost: treasury.totalCost,
    holdings: Object.fromEntries(holdings),
  })
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
        assetRecord.item({
          name: known?.name ?? null,
          ticker: known?.ticker ?? null,
          asset,
          companies: all.length,
          ...totals,
          circSupplyPerc: supplyPercentage(totals.totalAmount, supplyOf(asset)),
        }),
      ]),
    ),
    assets: Object.fromEntries(rows.map(({ asset, all }) => [asset, all])),
  }
}
