import { afterAll, beforeAll, expect, test } from 'vitest'
import { nextPage } from '../../../test/support/next-page.ts'
import { NOW_SEC, TestApp } from '../../../test/support/test-app.ts'
import { prices } from '../../domains/coins/facts.ts'
import { hacks } from '../../domains/hacks/facts.ts'
import { commitRows } from '../../runs/run.ts'

let app: TestApp
let ids: number[]

const price = (index: number) => ({
  coin: 'aggregator:bitcoin',
  atSec: NOW_SEC - index,
  priceUsd: 100,
  confidence: 0.9,
})

beforeAll(async () => {
  app = await TestApp.start()
  const { store, clock } = app.app
  const first = await app.put(prices, [price(1)])
  const second = await app.put(hacks, [{ id: 'a', atSec: NOW_SEC, name: 'A', amountUsd: 1 }])
  const failed = await commitRows(store, { source: 'reader:broken', clock }, async () => {
    throw new Error('the node is gone')
  }).catch(() => store.journal.nextId - 1)
  const last = await app.put(prices, [price(2)])
  ids = [first, second, failed as number, last]
})

afterAll(() => app.stop())

async function list(query = '') {
  const { status, body, headers } = await app.get(`/meta/runs?${query}`)
  expect(status, JSON.stringify(body)).toBe(200)
  const link = nextPage(headers.link, '/meta/runs')
  const known = (body as { id: number; state: string }[]).filter(({ id }) => id >= (ids[0] ?? 0))
  return { runs: known, ids: known.map(({ id }) => id), link }
}

test('default: all runs, the newest first, failed ones too', async () => {
  const { runs } = await list()
  expect(runs.map(({ id, state }) => [id, state])).toEqual([
    [ids[3], 'committed'],
    [ids[2], 'failed'],
    [ids[1], 'committed'],
    [ids[0], 'committed'],
  ])
  expect(runs[0]).toMatchObject({ source: 'test', facts: ['prices'], accepted: 1 })
})

test('behavior: by fact, by source and by state', async () => {
  expect((await list('fact=prices')).ids).toEqual([ids[3], ids[0]])
  expect((await list('source=reader:')).ids).toEqual([ids[2]])
  expect((await list('state=failed')).ids).toEqual([ids[2]])
})

test('behavior: pages follow their links', async () => {
  const first = await list('fact=prices&limit=1')
  expect(first.ids).toEqual([ids[3]])
  const { body, headers } = await app.get(String(first.link))
  expect((body as { id: number }[]).map(({ id }) => id)).toEqual([ids[0]])
  expect(headers.link).toBeUndefined()
})

test('error: 404 for an unknown fact, 400 for an unknown state', async () => {
  expect((await app.get('/meta/runs?fact=nothing')).status).toBe(404)
  expect((await app.get('/meta/runs?state=lazy')).status).toBe(400)
})
