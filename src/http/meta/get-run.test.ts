import { afterAll, beforeAll, expect, test } from 'vitest'
import { NOW_SEC, TestApp } from '../../../test/support/test-app.ts'
import { prices } from '../../domains/coins/facts.ts'
import { commitRun } from '../../runs/run.ts'

let app: TestApp
beforeAll(async () => {
  app = await TestApp.start()
  await commitRun(app.app.store, { source: 'test', clock: app.app.clock }, async (stage) => {
    const row = { coin: 'aggregator:bitcoin', atSec: NOW_SEC, priceUsd: 1, confidence: 1 }
    await stage.insertRows(prices, [row])
    return { accepted: 1, rejected: 0, held: 0 }
  })
  const failing = commitRun(
    app.app.store,
    { source: 'test', note: 'a.csv', clock: app.app.clock },
    () => Promise.reject(new Error('bad row')),
  )
  await failing.catch(() => undefined)
})
afterAll(() => app.stop())

test('default: what a committed run brought', async () => {
  const { body } = await app.get('/meta/runs/1')
  expect(body).toEqual({
    id: 1,
    state: 'committed',
    source: 'test',
    startedAt: '2026-01-14T12:00:00.000Z',
    at: '2026-01-14T12:00:00.000Z',
    facts: ['prices'],
    contentHash: expect.stringMatching(/^prices:1:[0-9A-F]+$/),
    accepted: 1,
    rejected: 0,
    held: 0,
    note: '',
    receipts: [],
  })
})

test('behavior: a failed run says why', async () => {
  expect((await app.get('/meta/runs/2')).body).toMatchObject({
    id: 2,
    state: 'failed',
    facts: [],
    accepted: 0,
    note: 'bad row',
  })
})

test.each(['3', '0', '-1', 'x', '1.0', '9999999999999', '%00'])(
  'error: 404 when there is no run %s',
  async (id) => {
    const response = await app.get(`/meta/runs/${id}`)
    expect(response.status).toBe(404)
    expect((response.body as { message: string }).message).toContain('The newest is 1.')
  },
)
