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
  const { status, body } = await app.get(`/pre-ipo/v1/valuations${query}`, { pro: true })
  expect(status).toBe(200)
  return body as never
}

test('default: one point per month, oldest first, the current one up to now', async () => {
  const { data } = await get('?company=zephyr')
  expect(data).toEqual([
    { date: '2025-01-01', estimatedValuation: 1_000_000 },
    { date: '2025-12-01', estimatedValuation: 1_400_000 },
    { date: '2026-01-01', estimatedValuation: 1_600_100 },
  ])
})

test('behavior: a company without marks has no points', async () => {
  expect((await get('?company=acme')).data).toEqual([])
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
  const response = await app.get(`/pre-ipo/v1/valuations${query}`, { pro: true })
  expect(response).toMatchObject({
    status,
    body: { error: status === 400 ? 'invalid_parameter' : 'snapshot_missing' },
  })
  expect((response.body as { message: string }).message).toContain(told)
})
