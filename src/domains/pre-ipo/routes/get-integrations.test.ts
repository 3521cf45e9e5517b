import { afterAll, beforeAll, expect, test } from 'vitest'
import { NOW_SEC, TestApp } from '../../../../test/support/test-app.ts'
import { preIpoPerps, preIpoTokens } from '../facts.ts'
import { putCompanies } from '../facts-for-tests.ts'

let app: TestApp

beforeAll(async () => {
  app = await TestApp.start()
  await putCompanies(app)
})

afterAll(() => app.stop())

async function get(query: string): Promise<{ updatedAt: string; data: unknown }> {
  const { status, body } = await app.get(`/pre-ipo/v1/integrations${query}`, { pro: true })
  expect(status).toBe(200)
  return body as never
}

const HOUR = 3_600
const perp = (hoursAgo: number, more: Record<string, unknown> = {}) => ({
  ...{
    company: 'zephyr',
    exchange: 'Harbor',
    contract: 'ZPH-USD',
    atSec: NOW_SEC - hoursAgo * HOUR,
    exchangeType: 'DEX',
  },
  ...{
    platformSlug: 'harbor',
    openInterestUsd: 10,
    volumeUsd: 20,
    priceUsd: 3,
    fundingPct: 10.5,
    tradeUrl: null,
    valuationUsd: 1_650_000,
  },
  ...more,
})
const token = (issuer: string, backing: string, atSec = NOW_SEC - HOUR - 300) => ({
  ...{
    company: 'zephyr',
    issuer,
    backing,
    atSec,
    slug: null,
    productUrl: null,
    priceUsd: 3,
    marketCapUsd: 9,
    valuationUsd: null,
  },
})

test('error: 502 as long as no snapshot was taken', async () => {
  expect(await app.get('/pre-ipo/v1/integrations?company=zephyr', { pro: true })).toMatchObject({
    status: 502,
    body: { error: 'snapshot_missing' },
  })
})

test('default: the newest snapshot, tokens from the most direct claim to the least', async () => {
  await app.put(preIpoPerps, [
    perp(1),
    perp(2, { priceUsd: 99 }),
    perp(2, { contract: 'GONE-USD' }),
    perp(-1, { priceUsd: 777 }),
  ])
  await app.put(preIpoTokens, [token('a', 'Synthetic'), token('b', 'Direct shares')])
  expect(await get('?company=zephyr')).toEqual({
    updatedAt: '2026-01-14T11:00:00.000Z',
    data: {
      perps: [
        {
          exchangeName: 'Harbor',
          platformSlug: 'harbor',
          serviceContract: 'ZPH-USD',
          exchangeType: 'DEX',
          openInterest: 10,
          volume: 20,
          price: 3,
          annualizedFundingRate: 10.5,
          tradeUrl: null,
          estimatedValuation: 1_650_000,
        },
      ],
      tokenIssuers: [
        {
          issuerName: 'b',
          slug: null,
          backing: 'Direct shares',
          productUrl: null,
          price: 3,
          marketCap: 9,
          estimatedValuation: null,
        },
        {
          issuerName: 'a',
          slug: null,
          backing: 'Synthetic',
          productUrl: null,
          price: 3,
          marketCap: 9,
          estimatedValuation: null,
        },
      ],
    },
  })
})

test('behavior: a company that is listed nowhere has empty lists', async () => {
  expect((await get('?company=acme')).data).toEqual({ perps: [], tokenIssuers: [] })
})

test('behavior: the id in any case', async () => {
  expect(await get('?company=ZePhyr')).toEqual(await get('?company=zephyr'))
})

test.each([
  [400, '', 'companies-list'],
  [400, '?company=', 'required'],
  [502, '?company=nobody', 'companies-list'],
  [502, '?company=Zephyr%20Labs', 'names are not accepted'],
])('error: %i for %s', async (status, query, told) => {
  const response = await app.get(`/pre-ipo/v1/integrations${query}`, { pro: true })
  expect(response).toMatchObject({
    status,
    body: { error: status === 400 ? 'invalid_parameter' : 'snapshot_missing' },
  })
  expect((response.body as { message: string }).message).toContain(told)
})
