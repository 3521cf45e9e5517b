import { createHash } from 'node:crypto'
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { NOW_SEC, TEST_KEY, TestApp } from '../../../test/support/test-app.ts'
import { prices } from '../../domains/coins/facts.ts'
import { literal, sql } from '../../lib/sql.ts'

let app: TestApp
let origin: string
let lastRun: number

const price = (coin: string, hoursAgo: number, priceUsd: number) => ({
  coin: `aggregator:${coin}`,
  atSec: NOW_SEC - hoursAgo * 3_600,
  priceUsd,
  confidence: null,
})

beforeAll(async () => {
  app = await TestApp.start()
  await app.put(prices, [price('a', 2, 10), price('a', 1, 20.5), price('b', 1, 7)])
  lastRun = await app.put(prices, [price('a', 2, 11)])
  origin = `http://127.0.0.1:${await app.listen()}`
})
afterAll(() => app.stop())

const ask = (path: string, init: RequestInit = {}) =>
  fetch(`${origin}/meta/export/${path}`, { ...init, headers: { 'x-api-key': TEST_KEY } })

function spooled(): string[] {
  const folder = join(app.dataDir, 'spool')
  return existsSync(folder) ? readdirSync(folder) : []
}

test('default: the rows that are served as CSV, with length, hash and run', async () => {
  const response = await ask('prices')
  const bytes = Buffer.from(await response.arrayBuffer())
  expect(bytes.toString()).toBe(
    [
      '"coin","atSec","priceUsd","confidence","quality"',
      `"aggregator:a",${NOW_SEC - 7_200},11,,"ok"`,
      `"aggregator:a",${NOW_SEC - 3_600},20.5,,"ok"`,
      `"aggregator:b",${NOW_SEC - 3_600},7,,"ok"`,
      '',
    ].join('\n'),
  )
  const digest = createHash('sha256').update(bytes).digest('base64')
  expect(response.headers.get('repr-digest')).toBe(`sha-256=:${digest}:`)
  expect(response.headers.get('content-length')).toBe(String(bytes.length))
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present')
  expect(response.headers.get('content-disposition')).toBe(
    `attachment; filename="prices-run-${lastRun}.csv"`,
  )
  expect(response.headers.get('x-credits-remaining')).not.toBeNull()
  await expect.poll(spooled).toEqual([])
})

test('behavior: NDJSON and Parquet of some rows', async () => {
  const text = await (
    await ask(`prices?format=ndjson&coin=aggregator:a&end=${NOW_SEC - 7_200}`)
  ).text()
  expect(
    text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toEqual([{ ...price('a', 2, 11), quality: 'ok' }])
  const file = await (await ask('prices?format=parquet&coin=aggregator:b')).arrayBuffer()
  const path = join(app.dataDir, 'read-back.parquet')
  writeFileSync(path, Buffer.from(file))
  const rows = await app.app.store.engine.writerQuery(
    sql`SELECT coin, atSec, priceUsd, confidence FROM file(${literal(path)}, 'Parquet')`,
    {},
    { files: [path] },
  )
  rmSync(path)
  expect(rows).toEqual([price('b', 1, 7)])
})

test('behavior: as it was known before', async () => {
  const text = await (await ask(`prices?asOf=${NOW_SEC - 1}`)).text()
  expect(text.trim().split('\n')).toHaveLength(1)
})

test('behavior: a second one is refused while one is written, and nothing is left behind', async () => {
  const responses = await Promise.all(Array.from({ length: 4 }, () => ask('prices')))
  const statuses = responses.map(({ status }) => status)
  for (const response of responses) await response.arrayBuffer()
  expect(statuses).toContain(200)
  expect(statuses.every((status) => status === 200 || status === 503)).toBe(true)
  await expect.poll(spooled).toEqual([])
})

test('behavior: what a caller breaks off is removed', async () => {
  const controller = new AbortController()
  const response = ask('prices', { signal: controller.signal })
  setTimeout(() => controller.abort(), 5)
  await response.catch(() => undefined)
  await expect.poll(spooled).toEqual([])
  await expect.poll(async () => (await ask('prices')).status).toBe(200)
})

test('error: 401 without a key, 404 for an unknown fact, 400 for an unknown format or column', async () => {
  expect((await fetch(`${origin}/meta/export/prices`)).status).toBe(401)
  expect((await ask('nothing')).status).toBe(404)
  expect((await ask('prices?format=xlsx')).status).toBe(400)
  expect((await ask('prices?colour=red')).status).toBe(400)
})
