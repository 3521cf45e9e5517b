import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestApp } from '../../../../test/support/test-app.ts'
import { putCompanies } from '../facts-for-tests.ts'

let app: TestApp

beforeAll(async () => {
  app = await TestApp.start()
  await putCompanies(app)
})

afterAll(() => app.stop())

async function get(query: string): Promise<{ updatedAt: string; data: unknown }> {
  const { status, body } = await app.get(`/pre-ipo/v1/companies-list${query}`, { pro: true })
  expect(status).toBe(200)
  return body as never
}

test('default: all companies in registry order, each figure by its rule', async () => {
  const { updatedAt, data } = await get('')
  expect(Date.parse(updatedAt)).toBe(Date.parse('2026-01-14T12:00:00Z'))
  expect(data).toEqual([
    {
      id: 'zephyr',
      name: 'Zephyr Labs',
      description: 'Builds kites.',
      website: 'https://zephyr.example.org',
      sector: 'Aerospace',
      latestEstimatedValuation: 1_600_100, // ((1.4 + 1.6) ÷ 2 and 1,700,123) ÷ 2 = 1,600,061.5
      latestRaise: 300_000,
      latestFundingValuation: 1_200_000,
      latestFundingDate: '2025-06-01',
      lastValuationDate: '2026-01-01',
      totalRaised: 400_000,
      valuationChange1YPercentage: expect.closeTo(60.01, 6), // 1,600,100 against 1,000,000
      premiumVsLatestFundingPercentage: expect.closeTo(33.341_666_666, 6),
    },
    {
      id: 'acme',
      name: 'Acme',
      description: null,
      website: null,
      sector: null,
      latestEstimatedValuation: 42_000_000.5, // the median of both reports, not rounded
      latestRaise: 5_200_000,
      latestFundingValuation: 42_000_000.5,
      latestFundingDate: '2023-03-02',
      lastValuationDate: '2023-03-02',
      totalRaised: 5_200_000,
      valuationChange1YPercentage: null,
      premiumVsLatestFundingPercentage: null,
    },
    expect.objectContaining({
      id: 'blank',
      latestEstimatedValuation: null,
      latestRaise: null,
      totalRaised: null,
      latestFundingDate: null,
    }),
  ])
})
