import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestApp } from '../../../../test/support/test-app.ts'

let app: TestApp
let key: string
beforeAll(async () => {
  app = await TestApp.start()
  key = (await app.app.accounts.createKey({ name: 'mine', ratePerMinute: 30, creditsPerMonth: 3 }))
    .text
})
afterAll(() => app.stop())

test('default: nothing used yet', async () => {
  const { status, body } = await app.get(`/${key}/usage/APIKEY`)
  expect(status).toBe(200)
  expect(body).toEqual({
    creditsRemaining: 3,
    creditsLeft: 3,
    creditsUsed: 0,
    resetDate: '2026-02-01',
    plan: 'pro',
    rateLimit: '30/minute',
    endpoints: ['all'],
  })
})

test('behavior: two calls later two credits are used, and asking has cost none', async () => {
  await app.get(`/${key}/api/v2/chains`)
  await app.get(`/${key}/api/protocols`)
  await app.get(`/usage/${key}`)
  expect((await app.get(`/${key}/usage/${key}`)).body).toMatchObject({
    creditsRemaining: 1,
    creditsLeft: 1,
    creditsUsed: 2,
  })
})

test('behavior: it is answered when nothing is left', async () => {
  await app.get(`/${key}/api/protocols`)
  expect((await app.get(`/${key}/api/protocols`)).status).toBe(402)
  const response = await app.get('/usage', { headers: { authorization: `Bearer ${key}` } })
  expect(response.body).toMatchObject({ creditsRemaining: 0, creditsUsed: 3 })
  expect(response.headers['x-credits-remaining']).toBe('0')
})

test('behavior: another key has credits of its own', async () => {
  expect((await app.get('/usage', { pro: true })).body).toMatchObject({
    creditsUsed: 0,
    rateLimit: '1000000/minute',
  })
})
