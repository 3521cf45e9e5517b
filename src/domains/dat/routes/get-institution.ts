import { text } from '../../../http/parameters.ts'
import { computed, orNull, tuple } from '../../../http/render/cells.ts'
import { list } from '../../../http/render/rows.ts'
import { defineRoute } from '../../../http/route.ts'
import { DAY_SEC } from '../../../lib/clock.ts'
import { averagePrice } from '../derive/holdings.ts'
import { marketFigures } from '../derive/market-figures.ts'
import { type MarketHistory, marketHistory } from '../derive/market-history.ts'
import { transactionPrice, transactionUsd } from '../derive/transaction-value.ts'
import { type TreasuryValues, treasuryValues } from '../derive/treasury-values.ts'
import type { Asset } from '../read/assets.ts'
import { assetsState } from '../read/assets.ts'
import { closesState } from '../read/closes.ts'
import type { SourcedTransaction } from '../read/institutions.ts'
import { readShareMarket, SHARE_FACTS } from '../read/share-market.ts'
import { lastUpdated, readTreasuries } from '../read/treasuries.ts'
import { detailSchema, exampleDetail } from './detail-shapes.ts'
import { plainDecimal } from './plain-decimal.ts'

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
    const { shares, mcaps, mNavs } = marketFigures(market.sharesNow, market.priceUsd, wholeUsdValue)
    return {
      institutionId: institution.id,
      ticker: institution.ticker,
      name: institution.name,
      type: institution.type,
      rank: ranked.indexOf(treasury) + 1,
      price: market.priceUsd,
      priceChange24h: market.priceChangePct,
      volume24h: market.volume,
      fd_realized: plainDecimal(shares[0]),
      fd_realistic: plainDecimal(shares[1]),
      fd_max: plainDecimal(shares[2]),
      mcap_realized: mcaps[0],
      mcap_realistic: mcaps[1],
      mcap_max: mcaps[2],
      realized_mNAV: mNavs[0],
      realistic_mNAV: mNavs[1],
      max_mNAV: mNavs[2],
      totalCost,
      totalUsdValue,
      assets: Object.fromEntries(
        held.map((holding) => [
          holding.asset,
          {
            amount: holding.amount,
            avgPrice: averagePrice(holding),
            usdValue: holding.usdValue,
            cost: holding.cost,
          },
        ]),
      ),
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
      transactions: institution.transactions
        .toReversed()
        .map((each) => transactionRow(each, institution.ticker, assets.get(each.asset))),
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

function transactionRow(transaction: SourcedTransaction, ticker: string, asset: Asset | undefined) {
  return {
    id: transaction.id,
    asset: transaction.asset,
    amount: plainDecimal(transaction.amount),
    avg_price: plainDecimal(transactionPrice(transaction)),
    usd_value: plainDecimal(transactionUsd(transaction)),
    start_date: transaction.startDate,
    end_date: transaction.endDate,
    report_date: transaction.reportDate,
    type: transaction.type,
    source_type: transaction.sourceType,
    source_url: transaction.sourceUrl,
    source_note: transaction.sourceNote,
    is_approved: transaction.isApproved,
    reject_reason: transaction.rejectReason,
    last_updated: new Date(transaction.recordedMs).toISOString(),
    ticker,
    assetName: asset?.name ?? null,
    assetTicker: asset?.ticker ?? null,
  }
}
