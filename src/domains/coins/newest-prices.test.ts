import { afterAll, beforeAll, expect, test } from 'vitest'
import { NOW_SEC, TestApp } from '../../../test/support/test-app.ts'
import { States } from '../../cache/states.ts'
import { at } from '../../lib/at.ts'
import { type Sql, sql } from '../../lib/sql.ts'
import type { Snapshot } from '../../store/snapshot.ts'
import { tableOf } from '../../store/tables.ts'
import { prices } from './facts.ts'
import { priceTableState } from './read.ts'

const COIN = 'test:coin'
let service: TestApp
let first: number

beforeAll(async () => {
  service = await TestApp.start()
  const record = { coin: COIN, confidence: null }
  first = await service.put(prices, [
    { ...record, atSec: NOW_SEC - 7_200, priceUsd: 1 },
    { ...record, atSec: NOW_SEC - 3_600, priceUsd: 2 },
  ])
  // A correction of the newest record: the same time, a later run.
  await service.put(prices, [{ ...record, atSec: NOW_SEC - 3_600, priceUsd: 2.5 }])
  await service.put(prices, [
    { coin: 'test:other', atSec: NOW_SEC - 60, priceUsd: 7, confidence: 0.4 },
  ])
})
afterAll(() => service.stop())

/** The newest price of a coin at a snapshot, from a state that nobody has asked for before. */
async function newest(snapshot: Snapshot, coin: string) {
  const table = await new States(service.app.store).get(priceTableState, snapshot)
  return table.findNewestPrice(coin)
}

test('default: the newest time, and of its versions the latest run', async () => {
  const snapshot = service.app.store.snapshot()
  expect(await newest(snapshot, COIN)).toEqual({
    ...{ atSec: NOW_SEC - 3_600, priceUsd: 2.5, confidence: null },
  })
  expect(await newest(snapshot, 'test:other')).toMatchObject({ priceUsd: 7, confidence: 0.4 })
})

test('behavior: at an earlier run it is what was known then', async () => {
  const snapshot = service.app.store.snapshotOf(first)
  expect(await newest(snapshot, COIN)).toMatchObject({ priceUsd: 2 })
  expect(await newest(snapshot, 'test:other')).toBeUndefined()
})

test('behavior: rows of a run that is not committed, and held rows, do not count', async () => {
  const { store } = service.app
  const { nextId } = store.journal
  const row = { coin: COIN, atSec: NOW_SEC - 30, priceUsd: 99, recordedAt: '2026-01-14T12:00:00Z' }
  await store.engine.insert(tableOf(prices), [
    { ...row, run: nextId, quality: 'ok' },
    { ...row, atSec: NOW_SEC - 20, run: 1, quality: 'held' },
  ])
  expect(await newest(store.snapshot(), COIN)).toMatchObject({ priceUsd: 2.5 })
})

test('behavior: the engine reads a coin once, however many records it has', async () => {
  const { store } = service.app
  const asked: Sql[] = []
  const snapshot = store.snapshot()
  const watched: Snapshot = {
    ...snapshot,
    columns: (sql, params) => {
      asked.push(sql)
      return snapshot.columns(sql, params)
    },
  }
  await newest(watched, 'test:other')
  const plan = await store.engine.query<{ explain: string }>(sql`EXPLAIN ${at(asked, 0)}`)
  expect(plan.map(({ explain }) => explain).join('\n')).toMatch(/ReadFromMergeTree \(newest\)/)
})
