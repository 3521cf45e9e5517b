import Type from 'typebox'
import { nullableText, number, timeText, unixDay, usd } from '../../../http/described.ts'
import { text } from '../../../http/parameters.ts'
import { computed, orNull, tuple } from '../../../http/render/cells.ts'
import { list } from '../../../http/render/rows.ts'
import { defineRoute } from '../../../http/route.ts'
import { mapOf, nullable, shape } from '../../../http/schemas.ts'
import { DAY_SEC } from '../../../lib/clock.ts'
import { type MarketHistory, marketFigures, marketHistory } from '../derive/market-history.ts'
import { type TreasuryValues, treasuryValues } from '../derive/treasury-values.ts'
import { type Asset, assetsState } from '../read/assets.ts'
import { closesState, readShareMarket, SHARE_FACTS } from '../read/share-market.ts'
import { lastUpdated, readTreasuries } from '../read/treasuries.ts'
import { detailRecord, heldRecord, transactionRecord } from '../records.ts'

const day = unixDay()

function threeOf(what: string) {
  const figure = (name: string) => nullable(number(`${what}, ${name}`))
  return [figure('realized'), figure('realistic'), figure('max')] as const
}

const detailSchema = shape({
  ...detailRecord.members,
  assets: mapOf(heldRecord.schema, 'What it holds, by asset'),
  assetsMeta: mapOf(
    shape({ name: nullableText('Name of the asset'), ticker: nullableText('Symbol of the asset') }),
    'Assets of its transactions',
  ),
  ohlcv: Type.Array(
    Type.Tuple([day, usd('Open'), usd('High'), usd('Low'), usd('Close'), number('Shares traded')]),
    {
      description:
        'Time, open, high, low, close in US dollars and today’s shares, shares traded; oldest first',
    },
  ),
  assetValue: Type.Array(Type.Tuple([day, nullable(usd())]), {
    description: 'Value of the treasury at the end of each day; oldest first',
  }),
  stats: Type.Array(
    Type.Tuple([
      day,
      ...threeOf('Shares'),
      ...threeOf('Market cap in US dollars'),
      ...threeOf('mNAV'),
    ]),
    {
      description:
        'Time, three share counts, three market caps, three mNAVs (realized, realistic, max) by trading day; oldest first',
    },
  ),
  transactions: Type.Array(transactionRecord.schema, { description: 'Newest first' }),
  lastUpdated: nullable(timeText('Time of the newest record')),
})

const exampleDetail = {
  ...detailRecord.example,
  assets: { bitcoin: heldRecord.example },
  assetsMeta: { bitcoin: { name: 'Bitcoin', ticker: 'BTC' } },
  ohlcv: [[1_768_176_000, 152.1, 154, 150.3, 151.2, 9_650_000]],
  assetValue: [[1_768_176_000, 46_200_000_000]],
  stats: [
    [
      1_768_176_000, 268_000_000, 279_800_000, 303_600_000, 40_521_600_000, 42_305_760_000,
      45_904_320_000, 0.88, 0.92, 0.99,
    ],
  ],
  transactions: [transactionRecord.example],
  lastUpdated: '2026-01-14T12:00:00.000Z',
}

export const getInstitution = defineRoute({
  id: 'dat.getInstitution',
  summary: 'One institution: treasury, share counts, mNAV, transactions',
  describe:
    'What an institution holds with its history, its bars, share counts, market caps and mNAVs by trading day, and every transaction, those not approved too (they do not count). `rank` is by value of the treasury. Prices are US dollars and counts today’s shares, so that count × price is the market cap on any day. Timestamps are Unix seconds at 00:00 UTC.',
  paths: { pro: '/dat/institutions/{symbol}' },
  params: {
    symbol: text(
      'Ticker symbol, any case; TICKER.COUNTRY where two institutions have the same',
      'ZBLTH',
    ),
  },
  response: detailSchema,
  example: exampleDetail,
  table: 'transactions[]',
  list: {},
  reads: [...assetsState.reads, ...closesState.reads, ...SHARE_FACTS],
  nowStepSec: DAY_SEC,
  handler: async ({ params }, context) => {
    const { today, ranked, assets, get } = await readTreasuries(context)
    const treasury = get(params.symbol)
    const { institution, held, holdings, totalCost, totalUsdValue, wholeUsdValue } = treasury
    const market = await readShareMarket(context, institution)
    const values = treasuryValues(holdings, (asset) => assets.get(asset), today)
    return {
      ...detailRecord.item({
        ...institution,
        rank: ranked.indexOf(treasury) + 1,
        ...market,
        ...marketFigures(market.sharesNow, market.priceUsd, wholeUsdValue),
        totalCost,
        totalUsdValue,
      }),
      assets: Object.fromEntries(held.map((holding) => [holding.asset, heldRecord.item(holding)])),
      assetsMeta: Object.fromEntries(
        institution.dealtIn.map((asset) => [asset, namesOf(assets.get(asset))]),
      ),
      ohlcv: market.bars.map((bar) => {
        return [bar.atSec, bar.open, bar.high, bar.low, bar.close, bar.volume]
      }),
      assetValue: valueRows(values),
      stats: statRows(marketHistory(market.closes, market.shares, values, today)),
      transactions: institution.transactions.toReversed().map((each) =>
        transactionRecord.item({
          ...each,
          ticker: institution.ticker,
          held: assets.get(each.asset),
        }),
      ),
      lastUpdated: lastUpdated([treasury], assets),
    }
  },
})

function namesOf(asset: Asset | undefined) {
  return { name: asset?.name ?? null, ticker: asset?.ticker ?? null }
}

function valueRows(values: TreasuryValues | null) {
  if (values === null) return []
  const days = computed(values.priced.length, (row) => (values.firstDay + row) * DAY_SEC)
  return list(tuple(days, orNull(values.priced)))
}

function statRows({ timesSec, shares, marketCaps, mNavs }: MarketHistory) {
  return list(tuple(timesSec, ...[...shares, ...marketCaps, ...mNavs].map(orNull)))
}
