import { afterAll, beforeAll, expect, test } from 'vitest'
import { NOW_SEC, TestApp } from '../../../../test/support/test-app.ts'
import { equityListings, equityPerps, equityTokens } from '../facts.ts'
import { bodyOf, expectCompanyErrors, listing } from '../facts-for-tests.ts'

const HOUR = 3_600
let app: TestApp

const perp = (ticker: string, contractSlug: string, hoursAgo: number, more = {}) => ({
  ticker,
  contractSlug,
  atSec: NOW_SEC - hoursAgo * HOUR,
  pair: `${ticker}-USD`,
  price: 10,
  volume24h: null,
  openInterest: 100,
  annualizedFundingRate: -3.5,
  tradeUrl: null,
  exchangeProtocolSlug: 'venue',
  rwaPlatformSlug: null,
  exchangeType: 'DEX',
  ...more,
})

const token = (
  ticker: string,
  assetSlug: string,
  hoursAgo: number,
  activeMarketcap: number | null,
) => ({
  ticker,
  assetSlug,
  atSec: NOW_SEC - hoursAgo * HOUR,
  issuer: 'Issuer',
  issuerRwaPlatformSlug: 'issuer',
  price: 9.9,
  activeMarketcap,
})

beforeAll(async () => {
  app = await TestApp.start()
  await app.put(equityListings, [
    listing('AAA', '1'),
    listing('AAA', '1', { country: 'DE' }),
    listing('BBB', '2'),
  ])
  await app.put(equityPerps, [
    perp('AAA', 'one:AAA', 2, { price: 9 }),
    perp('AAA', 'one:AAA', 1),
    perp('AAA', 'two:AAA', 3, { openInterest: 500 }),
    perp('AAA', 'old:AAA', 4, { openInterest: 900 }),
    perp('AAA', 'quiet:AAA', 1, { openInterest: null }),
    perp('ZZZ', 'one:ZZZ', 1),
  ])
  await app.put(equityTokens, [
    token('AAA', 'a-token', 1, 70),
    token('AAA', 'b-token', 1, null),
    token('AAA', 'c-token', 2, 80),
  ])
})

afterAll(() => app.stop())

const ask = (query: string) =>
  bodyOf<{ perps: Record<string, unknown>[]; tokens: Record<string, unknown>[] }>(
    app,
    `/equities/v1/onchain?${query}`,
  )

test('default: the newest snapshot, largest first; what missed three hours is gone', async () => {
  const body = await ask('ticker=aaa&country=us')
  expect(
    body.perps.map(({ contractSlug, openInterest, updatedAt }) => [
      contractSlug,
      openInterest,
      updatedAt,
    ]),
  ).toEqual([
    ['two:AAA', 500, '2026-01-14T09:00:00Z'],
    ['one:AAA', 100, '2026-01-14T11:00:00Z'],
    ['quiet:AAA', null, '2026-01-14T11:00:00Z'],
  ])
  expect(body.perps[1]).toEqual({
    pair: 'AAA-USD',
    price: 10,
    volume24h: null,
    openInterest: 100,
    annualizedFundingRate: -3.5,
    tradeUrl: null,
    contractSlug: 'one:AAA',
    exchangeProtocolSlug: 'venue',
    rwaPlatformSlug: null,
    exchangeType: 'DEX',
    updatedAt: '2026-01-14T11:00:00Z',
  })
  expect(body.tokens).toEqual([
    {
      issuer: 'Issuer',
      issuerRwaPlatformSlug: 'issuer',
      price: 9.9,
      assetSlug: 'c-token',
      activeMarketcap: 80,
    },
    {
      issuer: 'Issuer',
      issuerRwaPlatformSlug: 'issuer',
      price: 9.9,
      assetSlug: 'a-token',
      activeMarketcap: 70,
    },
    {
      issuer: 'Issuer',
      issuerRwaPlatformSlug: 'issuer',
      price: 9.9,
      assetSlug: 'b-token',
      activeMarketcap: null,
    },
  ])
})

test('behavior: of other countries both are empty, as for a share nobody follows', async () => {
  expect(await ask('ticker=AAA&country=DE')).toEqual({ perps: [], tokens: [] })
  expect(await ask('ticker=BBB&country=US')).toEqual({ perps: [], tokens: [] })
})

test('behavior: a new snapshot counts for every share, also for those that are not in it', async () => {
  const slugs = async (ticker: string) =>
    (await ask(`ticker=${ticker}&country=US`)).perps.map(({ contractSlug }) => contractSlug)
  await app.put(equityPerps, [
    perp('BBB', 'one:BBB', 0),
    { ...perp('BBB', 'two:BBB', -1), quality: 'held' },
  ])
  // What was last seen three hours ago is gone.
  expect([await slugs('AAA'), await slugs('BBB')]).toEqual([['one:AAA', 'quiet:AAA'], ['one:BBB']])
})

test('error: 400 and 404', async () => {
  await expectCompanyErrors(app, '/equities/v1/onchain')
})
