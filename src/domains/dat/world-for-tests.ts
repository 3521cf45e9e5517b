import { NOW_SEC, type TestApp } from '../../../test/support/test-app.ts'
import { prices, supplies } from '../coins/public.ts'
import { currencyRates, equityBars, equityListings, equitySplits } from '../equities/facts.ts'
import { tokens } from '../registry/public.ts'
import { datInstitutions, datShares, datTransactions } from './facts.ts'
import { daysAgo, institutionRow, transactionRow } from './facts-for-tests.ts'

const price = (asset: string, atSec: number, priceUsd: number) => ({
  coin: `aggregator:${asset}`,
  atSec,
  priceUsd,
  confidence: 0.99,
})
const listing = (ticker: string, country: string, currency: string | null) => {
  const unknown = { cik: null, exchange: null, rank: null, listedFromSec: null, delistedSec: null }
  return { ...unknown, ticker, country, currency, companyName: ticker }
}
const bar = (ticker: string, country: string, ago: number, close: number, volume: number) => {
  return {
    ticker,
    country,
    atSec: daysAgo(ago),
    open: close,
    high: close + 1,
    low: close - 1,
    close,
    volume,
  }
}

/**
 * Five institutions: AAA in New York with two assets and a split of two for one yesterday, BBB with
 * an asset without a price and income without a value, CCC in euros without share counts, DDD that
 * sold everything and is not listed, and another AAA without a transaction. What must not count: a
 * purchase that is not approved, and one that ends tomorrow.
 */
export async function putWorld(app: TestApp): Promise<void> {
  await putMarket(app)
  await app.put(equitySplits, [{ ticker: 'AAA', country: 'US', atSec: daysAgo(1), ratio: 2 }])
  await putInstitutions(app)
}

export async function putMarket(app: TestApp): Promise<void> {
  await app.put(tokens, [
    { coin: 'aggregator:bitcoin', symbol: 'BTC', name: 'Bitcoin', decimals: null, redirect: null },
    { coin: 'aggregator:ethereum', symbol: 'ETH', name: null, decimals: null, redirect: null },
  ])
  await app.put(prices, [
    price('bitcoin', daysAgo(3) + 60, 99),
    price('bitcoin', daysAgo(3) + 3_600, 100),
    price('bitcoin', daysAgo(2), 110),
    price('bitcoin', daysAgo(1), 120),
    price('bitcoin', NOW_SEC - 600, 130),
    price('ethereum', daysAgo(1), 10),
  ])
  await app.put(supplies, [{ coin: 'aggregator:bitcoin', atSec: daysAgo(1), circulating: 1_000 }])
  await app.put(equityListings, [
    listing('AAA', 'US', null),
    listing('BBB', 'US', null),
    listing('CCC', 'DE', 'EUR'),
  ])
  await app.put(currencyRates, [{ currency: 'EUR', atSec: daysAgo(10), usd: 2 }])
  await app.put(equityBars, [
    bar('AAA', 'US', 9, 30, 1),
    bar('AAA', 'US', 2, 20, 300),
    bar('AAA', 'US', 1, 12, 500),
    bar('BBB', 'US', 1, 5, 50),
    bar('CCC', 'DE', 20, 1, 1),
    bar('CCC', 'DE', 1, 3, 70),
  ])
}

export async function putInstitutions(app: TestApp): Promise<void> {
  await app.put(datInstitutions, [
    institutionRow(1, 'AAA'),
    institutionRow(2, 'BBB'),
    institutionRow(3, 'CCC', { country: 'DE' }),
    institutionRow(4, 'DDD', { country: null, type: 'Private' }),
    institutionRow(5, 'AAA', { country: 'CA' }),
  ])
  await app.put(datShares, [
    { institution: 1, atSec: daysAgo(30), realized: 100, realistic: 110, max: 120 },
    { institution: 4, atSec: daysAgo(30), realized: 7, realistic: null, max: null },
  ])
  await app.put(datTransactions, [
    transactionRow(1, 1, 'purchase', 'bitcoin', 2, 3, {
      usdValue: 150,
      startDate: '2026-01-10',
      reportDate: '2026-01-13',
      sourceType: 'filing',
    }),
    transactionRow(2, 1, 'purchase', 'bitcoin', 2, 2, { avgPriceUsd: 100 }),
    transactionRow(3, 1, 'sale', 'bitcoin', 1, 1, { usdValue: 120 }),
    transactionRow(4, 1, 'purchase', 'bitcoin', 1_000, 1, {
      usdValue: 120_000,
      approved: false,
      rejectReason: 'A rumour.',
    }),
    transactionRow(5, 1, 'purchase', 'ethereum', 9, 1, { usdValue: 90 }),
    transactionRow(6, 1, 'purchase', 'bitcoin', 7, -1, { usdValue: 900 }),
    transactionRow(10, 2, 'income', 'bitcoin', 1, 2),
    transactionRow(11, 2, 'purchase', 'solana', 5, 1, { usdValue: 50 }),
    transactionRow(20, 3, 'purchase', 'ethereum', 4, 3, { usdValue: 44 }),
    transactionRow(30, 4, 'purchase', 'bitcoin', 1, 5, { usdValue: 100 }),
    transactionRow(31, 4, 'sale', 'bitcoin', 1, 4, { usdValue: 100 }),
  ])
}
