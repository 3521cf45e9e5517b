import { expect, test } from 'vitest'
import { roundTrip } from '../../../../test/support/mirror/round-trip.ts'
import { NOW_SEC } from '../../../../test/support/test-app.ts'
import { equityFilings, equityIntraday, equityPerps, equitySplits, equityTokens } from '../facts.ts'
import { bar, daysAgo } from '../facts-for-tests.ts'
import { putMarket } from '../market-for-tests.ts'

const US = ['AAA', 'AAA-B', 'BBB', 'CCC', 'DDD', 'UNPRICED']
const companies = [...US.map((ticker) => [ticker, 'US']), ['ABROAD', 'DE']]
const details = companies.flatMap(([ticker, country]) => {
  const query = `ticker=${ticker}&country=${country}`
  return [
    `/equities/v1/ohlcv?${query}&timeframe=MAX`,
    `/equities/v1/ohlcv?${query}&timeframe=7D`,
    `/equities/v1/filings?${query}`,
    `/equities/v1/onchain?${query}`,
  ]
})
const lists = [
  '/equities/v1/companies-list',
  '/equities/v1/companies-list?sector=technology&industry=software',
  '/equities/v1/companies-list?sector=technology&industry=services',
  '/equities/v1/companies-list?sector=energy&industry=services',
  '/equities/v1/companies-list?sector=unknown&industry=unknown',
  '/equities/v1/industries',
  '/equities/v1/sectors',
  '/equities/v1/sector?sector=technology',
  '/equities/v1/sector?sector=energy',
  '/equities/v1/sector?sector=unknown',
]

const filing = (cik: string, accession: string, filingDate: string, form: string) => ({
  cik,
  accession,
  form,
  filingDate,
  reportDate: '2025-09-30',
  acceptedSec: null,
  items: null,
  primaryDocumentUrl: `https://filings.example/${accession}`,
  documentDescription: null,
})

test('default: bars, filings and venues of a mirror are those of its origin', async () => {
  const { summary, differences, leaves, unknown } = await roundTrip({
    domains: ['equities'],
    own: async (app) => {
      await putMarket(app)
      await app.put(equitySplits, [{ ticker: 'BBB', country: 'US', atSec: daysAgo(1), ratio: 2 }])
      await app.put(equityIntraday, [bar('AAA', NOW_SEC - 600, 51), bar('AAA', NOW_SEC - 300, 52)])
      await app.put(equityFilings, [
        filing('1', '0001-25-7', '2025-11-04', '8-K'),
        filing('1', '0001-25-8', '2025-11-04', '10-Q'),
        filing('1', '0001-25-3', '2025-08-01', '10-Q'),
      ])
      await app.put(equityPerps, [
        {
          ticker: 'AAA',
          contractSlug: 'venue:AAA',
          atSec: NOW_SEC - 600,
          pair: 'AAA-USD',
          price: 51.5,
          volume24h: 10,
          openInterest: null,
          annualizedFundingRate: -2,
          tradeUrl: null,
          exchangeProtocolSlug: 'venue',
          rwaPlatformSlug: null,
          exchangeType: 'DEX',
        },
      ])
      await app.put(equityTokens, [
        {
          ticker: 'AAA',
          assetSlug: 'aaa-c',
          atSec: NOW_SEC - 600,
          issuer: 'Cedar',
          issuerRwaPlatformSlug: null,
          price: 51,
          activeMarketcap: 1_000,
        },
      ])
    },
    paths: [...lists, ...details],
  })
  expect(summary).toMatchObject({ rejected: 0, held: 0, problems: [], unavailable: [] })
  expect(unknown).toEqual([])
  expect(leaves).toBeGreaterThan(100)
  // Lists are ordered by market caps, which need the figures of filings.
  const others = differences.filter((one) => !/companies-list|industries|sector/.test(one))
  expect(others).toEqual([])
})
