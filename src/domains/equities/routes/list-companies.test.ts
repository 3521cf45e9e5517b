import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestApp } from '../../../../test/support/test-app.ts'
import {
  companyFacts,
  currencyRates,
  equityBars,
  equityListings,
  equityProfiles,
} from '../facts.ts'
import { bar, bodyOf, companyFact, daysAgo, listing, profile } from '../facts-for-tests.ts'

let app: TestApp

beforeAll(async () => {
  app = await TestApp.start()
  await app.put(equityListings, [
    listing('SMALL', '1'),
    listing('BIG', '2', { companyName: 'Big Corp' }),
    listing('BIG-B', '2', { companyName: 'Big Corp', rank: 1 }),
    listing('YEN', '3', { country: 'JP', currency: 'JPY' }),
    listing('KRO', '4', { country: 'SE', currency: 'SEK' }),
    listing('QUIET', null),
    listing('GONE', '5', { delistedSec: daysAgo(10) }),
  ])
  await app.put(equityProfiles, [
    profile('SMALL', 'Technology', 'Software - Application'),
    profile('BIG', 'Energy', 'Oil & Gas'),
    profile('BIG-B', 'Energy', 'Oil & Gas'),
    profile('YEN', 'Technology', 'Semiconductors', { country: 'JP' }),
  ])
  await app.put(
    companyFacts,
    ['1', '2', '3', '4', '5'].map((cik) =>
      companyFact(cik, 'sharesOutstanding', '2025-12-31', 100, {}),
    ),
  )
  await app.put(equityBars, [
    bar('SMALL', daysAgo(1), 5),
    bar('BIG', daysAgo(1), 50),
    bar('BIG-B', daysAgo(1), 1),
    bar('YEN', daysAgo(1), 3_000, { country: 'JP' }),
    bar('KRO', daysAgo(1), 9_000, { country: 'SE' }),
    bar('GONE', daysAgo(20), 9_000),
  ])
  await app.put(currencyRates, [
    { currency: 'JPY', atSec: daysAgo(30), usd: 1 },
    { currency: 'JPY', atSec: daysAgo(2), usd: 0.01 },
  ])
})

afterAll(() => app.stop())

const tickers = async (query = '') =>
  (await bodyOf<{ ticker: string }[]>(app, `/equities/v1/companies-list${query}`)).map(
    ({ ticker }) => ticker,
  )

test('default: by market cap in dollars; both share classes are worth the company; the unknown last; the delisted not', async () => {
  // BIG 100 × 50 = 5,000, also its second class; YEN 300,000 × 0.01 = 3,000; SMALL 500; the krona
  // has no rate.
  expect(await tickers()).toEqual(['BIG', 'BIG-B', 'YEN', 'SMALL', 'KRO', 'QUIET'])
})

test('behavior: names and slugs', async () => {
  const body = await bodyOf<unknown[]>(app, '/equities/v1/companies-list')
  expect(body[0]).toEqual({
    ticker: 'BIG',
    companyName: 'Big Corp',
    country: 'US',
    countryName: 'United States',
    sectorSlug: 'energy',
    industrySlug: 'oil-and-gas',
  })
  expect(body[2]).toMatchObject({ country: 'JP', countryName: 'Japan' })
  expect(body[5]).toMatchObject({ sectorSlug: 'unknown', industrySlug: 'unknown' })
})

test.each([
  ['?sector=technology', ['YEN', 'SMALL']],
  ['?sector=TECHNOLOGY&industry=Software%20-%20Application', ['SMALL']],
  ['?industry=oil-and-gas', ['BIG', 'BIG-B']],
  ['?sector=unknown', ['KRO', 'QUIET']],
  ['?sector=&industry=', ['BIG', 'BIG-B', 'YEN', 'SMALL', 'KRO', 'QUIET']],
])('behavior: %s', async (query, expected) => {
  expect(await tickers(query)).toEqual(expected)
})

test.each(['?sector=nothing', '?industry=nothing', '?sector=energy&industry=semiconductors'])(
  'behavior: %s is an empty list',
  async (query) => {
    expect(await tickers(query)).toEqual([])
  },
)

test('behavior: metrics are columns by the rules of the summary, null where unknown', async () => {
  const query = '?metrics=currentPrice,marketCap,totalSupply,trailingPE'
  const rows = await bodyOf<Record<string, unknown>[]>(app, `/equities/v1/companies-list${query}`)
  // BIG: 50 a share, 100 shares; in yen 100 × 3,000; of QUIET nothing is known.
  expect(rows[0]).toMatchObject({
    ...{ ticker: 'BIG', currentPrice: 50, marketCap: 5_000, totalSupply: 100, trailingPE: null },
  })
  expect(rows[2]).toMatchObject({ ticker: 'YEN', currentPrice: 3_000, marketCap: 300_000 })
  expect(rows[5]).toMatchObject({ ticker: 'QUIET', currentPrice: null, marketCap: null })
  for (const { ticker, currentPrice, marketCap, totalSupply } of rows.slice(0, 2))
    expect(await bodyOf(app, `/equities/v1/summary?ticker=${ticker}&country=US`)).toMatchObject({
      ...{ currentPrice, marketCap, totalSupply },
    })
})

test('error: 400 for a metric that the summary has not', async () => {
  const { status, body } = await app.get('/equities/v1/companies-list?metrics=price', { pro: true })
  expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining('marketCap')])
})
