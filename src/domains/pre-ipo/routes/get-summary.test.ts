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
  const { status, body } = await app.get(`/pre-ipo/v1/summary${query}`, { pro: true })
  expect(status).toBe(200)
  return body as never
}

test('default: a company in short', async () => {
  expect((await get('?company=zephyr')).data).toEqual({
    id: 'zephyr',
    name: 'Zephyr Labs',
    description: 'Builds kites.',
    summary: 'Builds kites.',
    website: 'https://zephyr.example.org',
    sector: 'Aerospace',
    latestEstimatedValuation: 1_600_100,
    lastValuationDate: '2026-01-01',
    latestRaise: {
      date: '2025-06-01',
      amountRaised: 300_000,
      valuation: 1_200_000,
      series: 'Series A',
    },
  })
})

test('behavior: nothing known of it but its name', async () => {
  expect((await get('?company=blank')).data).toMatchObject({
    latestEstimatedValuation: null,
    lastValuationDate: null,
    latestRaise: null,
    summary: null,
  })
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
  const response = await app.get(`/pre-ipo/v1/summary${query}`, { pro: true })
  expect(response).toMatchObject({
    status,
    body: { error: status === 400 ? 'invalid_parameter' : 'snapshot_missing' },
  })
  expect((response.body as { message: string }).message).toContain(told)
})
