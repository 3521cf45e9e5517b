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
  const { status, body } = await app.get(`/pre-ipo/v1/raises${query}`, { pro: true })
  expect(status).toBe(200)
  return body as never
}

test('default: oldest first; what two sources tell of is one round, and a round of the future is none yet', async () => {
  expect((await get('?company=acme')).data).toEqual([
    { date: '2023-03-02', amountRaised: 5_200_000, valuation: 42_000_000.5, series: 'Series A' },
  ])
  expect((await get('?company=zephyr')).data).toEqual([
    { date: '2024-05-01', amountRaised: 100_000, valuation: 800_000, series: 'Seed' },
    { date: '2025-06-01', amountRaised: 300_000, valuation: 1_200_000, series: 'Series A' },
  ])
})

test('behavior: a company that never raised has no rounds', async () => {
  expect((await get('?company=blank')).data).toEqual([])
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
  const response = await app.get(`/pre-ipo/v1/raises${query}`, { pro: true })
  expect(response).toMatchObject({
    status,
    body: { error: status === 400 ? 'invalid_parameter' : 'snapshot_missing' },
  })
  expect((response.body as { message: string }).message).toContain(told)
})
