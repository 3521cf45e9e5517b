import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestApp } from '../../../test/support/test-app.ts'
import { prices } from '../../domains/coins/facts.ts'
import { DAY_SEC } from '../../lib/clock.ts'
import { sql } from '../../lib/sql.ts'
import { guardImport } from '../../live/guards/imported/guard-import.ts'
import type { ResponseReader } from '../../sources/mirror/response.ts'
import { MirrorWriter } from './mirror-writer.ts'

const FIRST_SEC = Date.parse('2025-10-01T00:00:00Z') / 1000
const SPIKE_DAY = 30
const coin = 'aggregator:harbor'
const response: ResponseReader = {
  operation: 'coins.getChart',
  carries: [{ fact: prices, refill: 'daily', note: '' }],
  calls: 'once',
  rows: () => [],
}

let app: TestApp
beforeAll(async () => {
  app = await TestApp.start()
})
afterAll(() => app.stop())

/** A cycle that brings forty days of a price: 2 dollars, but 200 on one day. */
async function cycle(newest: number): Promise<MirrorWriter['totals']> {
  const { store, clock, live } = app.app
  const writer = new MirrorWriter({
    store,
    clock,
    origin: 'origin.test',
    responses: new Map([[response.operation, response]]),
    workDir: join(app.dataDir, 'spool'),
    sinceSec: 0,
    examine: (staged) => guardImport(staged, live.context.watches, live.context.guards),
  })
  const rows = Array.from({ length: 40 }, (_, day) => ({
    coin,
    atSec: FIRST_SEC + day * DAY_SEC,
    priceUsd: day === SPIKE_DAY ? 200 : day === 39 ? newest : 2,
    confidence: 1,
  }))
  const call = { operation: response.operation, params: {}, mark: '' }
  await writer.add({
    call,
    path: '/chart',
    outcome: 'read',
    bytes: 0,
    rows: [{ fact: prices, rows }],
    details: [],
    problems: [],
    receipt: null,
  })
  await writer.flush()
  return writer.totals
}

async function priceOn(day: number): Promise<unknown> {
  const snapshot = app.app.store.snapshot()
  const rows = await snapshot.query<{ priceUsd: number; quality: string }>(
    sql`SELECT priceUsd, toString(quality) AS quality FROM ${snapshot.current(prices, sql`coin = {coin:String} AND atSec = {atSec:UInt32}`)}`,
    { coin, atSec: FIRST_SEC + day * DAY_SEC },
  )
  return rows
}

test('behavior: a reading that nothing explains is held, and what was before it is served', async () => {
  expect(await cycle(2)).toMatchObject({ accepted: 39, held: 1, rejected: 0 })
  expect(await priceOn(SPIKE_DAY)).toEqual([{ priceUsd: 2, quality: 'carried' }])
  const { body } = await app.get('/meta/quality?fact=prices')
  expect(body).toMatchObject({ facts: [{ fact: 'prices', held: 1 }], readings: [{ value: 200 }] })
})

test('behavior: what was held is not held again by the next cycle', async () => {
  expect(await cycle(2.01)).toMatchObject({ accepted: 1, held: 0 })
  expect(await priceOn(SPIKE_DAY)).toEqual([{ priceUsd: 2, quality: 'carried' }])
  expect(await priceOn(39)).toEqual([{ priceUsd: 2.01, quality: 'ok' }])
})
