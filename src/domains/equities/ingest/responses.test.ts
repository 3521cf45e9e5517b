import { expect, test } from 'vitest'
import { readResponse } from '../../../../test/support/mirror/read-response.ts'
import { equityMirror } from './responses.ts'

const AT_SEC = 1_768_392_000
const read = (operation: string, body: unknown, call: object = {}) =>
  readResponse(equityMirror.responses, `equities.${operation}`, body, { atSec: AT_SEC, ...call })
const query = { ticker: 'XYZ', country: 'US' }

const company = { ticker: 'XYZ', country: 'US', companyName: 'Xyz Inc.', sectorSlug: 'technology' }

test('default: listings, and what is fetched of each', () => {
  const { rows, details, problems } = read('listCompanies', [
    company,
    { ...company, country: 'DE' },
    { ticker: 'BAD' },
  ])
  expect(problems).toEqual([
    'body[2].country is missing',
    // Once for the rows, once for what they lead to.
    'body[2].country is missing',
  ])
  expect(rows.equity_listings).toEqual(
    ['US', 'DE'].map((country) => ({
      ticker: 'XYZ',
      country,
      companyName: 'Xyz Inc.',
      cik: `XYZ.${country}`,
      exchange: null,
      currency: null,
      rank: null,
      listedFromSec: null,
      delistedSec: null,
    })),
  )
  expect(
    details.map(({ operation, query }) => [operation, query?.country, query?.timeframe]),
  ).toEqual([
    ['equities.getOhlcv', 'US', 'MAX'],
    ['equities.getOhlcv', 'US', '7D'],
    ['equities.listFilings', 'US', undefined],
    ['equities.getOnchain', 'US', undefined],
    ['equities.getOhlcv', 'DE', 'MAX'],
    ['equities.getOhlcv', 'DE', '7D'],
    ['equities.listFilings', 'DE', undefined],
  ])
})

test('behavior: industries lead to their companies, which get their labels', () => {
  const { details } = read('listIndustries', [
    {
      industry: 'Software',
      industrySlug: 'software',
      sector: 'Technology',
      sectorSlug: 'technology',
    },
  ])
  expect(details).toMatchObject([
    { operation: 'equities.listCompanies', query: { sector: 'technology', industry: 'software' } },
  ])
  const { rows } = read('listCompanies', [company], details[0])
  expect(rows).toEqual({
    equity_profiles: [
      {
        ticker: 'XYZ',
        country: 'US',
        sector: 'Technology',
        industry: 'Software',
        employees: null,
        description: null,
        floatShares: null,
      },
    ],
  })
})

test('behavior: daily bars, and five-minute bars where there are any', () => {
  const midnight = 1_768_348_800
  const bars = [
    [midnight + 300, 1, 3, 0.5, 2, 10],
    [midnight, '1', 3, 0.5, 2, 20],
  ]
  const row = { ...query, open: 1, high: 3, low: 0.5, close: 2 }
  expect(read('getOhlcv', bars.slice(1), { query: { ...query, timeframe: 'MAX' } }).rows).toEqual({
    equity_bars: [{ ...row, atSec: midnight, volume: 20 }],
  })
  expect(read('getOhlcv', bars, { query: { ...query, timeframe: '7D' } }).rows).toEqual({
    equity_bars_5m: [{ ...row, atSec: midnight + 300, volume: 10 }],
  })
})

test('behavior: filings are numbered by day, from the first on', () => {
  const filing = (filingDate: string, form: string) => ({ filingDate, form, reportDate: null })
  const { rows } = read(
    'listFilings',
    [filing('2025-11-04', '8-K'), filing('2025-11-04', '10-Q'), filing('2025-08-01', '10-Q')],
    { query },
  )
  expect(rows.equity_filings?.map(({ cik, accession, form }) => [cik, accession, form])).toEqual([
    ['XYZ.US', '2025-08-01-0000', '10-Q'],
    ['XYZ.US', '2025-11-04-0000', '10-Q'],
    ['XYZ.US', '2025-11-04-0001', '8-K'],
  ])
})

test('behavior: contracts at the time of their snapshot, tokens at that of the response', () => {
  const { rows } = read(
    'getOnchain',
    {
      perps: [
        { contractSlug: 'v:XYZ', pair: 'XYZ', price: '5', updatedAt: '2026-01-14T11:00:00.000Z' },
      ],
      tokens: [{ issuer: 'Cedar', assetSlug: 'xyz-c', price: null }],
    },
    { query },
  )
  expect(rows.equity_perps).toMatchObject([
    { ticker: 'XYZ', contractSlug: 'v:XYZ', atSec: AT_SEC - 3_600, price: 5, openInterest: null },
  ])
  expect(rows.equity_tokens).toMatchObject([
    { ticker: 'XYZ', assetSlug: 'xyz-c', atSec: AT_SEC, issuer: 'Cedar', price: null },
  ])
})

test('behavior: bars and filings in other forms; what cannot be read is named, the rest goes on', () => {
  const midnight = 1_768_348_800
  const bars = [
    [String(midnight * 1000), '1', '3.5', '0.5', '2', '1,000'],
    ['2026-01-15', 1, 3, 0.5, 2, 0],
    [midnight, 1, 3, 0.5, null, 10],
    { t: midnight },
  ]
  const daily = read('getOhlcv', bars, { query: { ...query, timeframe: 'MAX' } })
  expect(daily.rows.equity_bars).toEqual([
    { ...query, atSec: midnight, open: 1, high: 3.5, low: 0.5, close: 2, volume: 1_000 },
    { ...query, atSec: midnight + 86_400, open: 1, high: 3, low: 0.5, close: 2, volume: 0 },
  ])
  expect(daily.problems).toEqual([
    'body[2][4] is missing',
    'body[3] is an object instead of a list',
  ])
  const filings = read(
    'listFilings',
    [{ form: '10-K', filingDate: '2025-02-01' }, { form: 'S-1' }],
    {
      query,
    },
  )
  expect(filings.rows.equity_filings).toMatchObject([
    { form: '10-K', reportDate: null, primaryDocumentUrl: null, documentDescription: null },
  ])
  expect(filings.problems).toEqual(['body[1].filingDate is missing'])
})

test('behavior: sectors without words, shares without venues, nulls for lists', () => {
  expect(read('getSector', { sector: 'Energy', description: null }).rows.equity_sectors).toEqual([])
  const { rows } = read('getOnchain', { perps: null }, { query })
  expect(rows).toEqual({ equity_perps: [], equity_tokens: [] })
  expect(read('listCompanies', null).rows.equity_listings).toEqual([])
})

test('error: a response of another form names its member', () => {
  expect(() => read('listCompanies', { data: [] })).toThrow('body is an object instead of a list')
  expect(() => read('getSector', { description: 'x' })).toThrow('sector is missing')
  expect(() => read('getOhlcv', 'Too many requests', { query })).toThrow(
    'body is "Too many requests" instead of a list',
  )
})
