import { text } from '../../../http/parameters.ts'
import { computed, orNull, tuple } from '../../../http/render/cells.ts'
import { list } from '../../../http/render/rows.ts'
import { defineRoute } from '../../../http/route.ts'
import { DAY_SEC } from '../../../lib/clock.ts'
import { type MarketHistory, marketFigures, marketHistory } from '../derive/market-history.ts'
import { type TreasuryValues, treasuryValues } from '../derive/treasury-values.ts'
import { type Asset, assetsState } from '../read/assets.ts'
import { closesState, readShareMarket, SHARE_FACTS } from '../read/share-market.ts'
import { lastUpdated, readTreasuries } from '../read/treasuries.ts'
import { detailRecord, heldRecord, transactionRecord } from '../records.ts'
import { detailSchema, exampleDetail } from './detail-shapes.ts'

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
      ohlcv: market.bars.map(({ atSec, open, high, low, close, volume }) => [
        atSec,
        open,
        high,
        low,
        close,
        volume,
      ]),
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
