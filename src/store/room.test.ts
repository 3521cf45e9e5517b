import { join } from 'node:path'
import { expect, test } from 'vitest'
import { TestApp } from '../../test/support/test-app.ts'
import { takeDataDir } from '../../test/support/worker-engine.ts'
import { prices } from '../domains/coins/facts.ts'
import { createClock } from '../lib/clock.ts'
import { sql } from '../lib/sql.ts'
import { commitRows, commitRun } from '../runs/run.ts'
import { Store } from './store.ts'

const MB = 1_000_000
const SHORT =
  'Ingestion stops: 400 MB of disk are free, fewer than the 500 of ALMANAC_MIN_FREE_MB. Reading goes on. Make room; it then goes on by itself.'
const row = { coin: 'x:a', atSec: 1, priceUsd: 1, confidence: null }
const counts = { accepted: 1, rejected: 0, held: 0 }

test('behavior: on a nearly full disk nothing is written, reading goes on, and writing resumes by itself', async () => {
  let freeBytes = 501 * MB
  const lines: string[] = []
  const store = await Store.open({
    facts: [prices],
    path: join(await takeDataDir(), 'facts'),
    room: {
      minFreeBytes: 500 * MB,
      measure: async () => freeBytes,
      log: (line) => lines.push(line),
    },
  })
  const options = { source: 'test', clock: createClock() }
  const put = () =>
    commitRows(store, options, async () => ({ rows: [{ fact: prices, rows: [row] }], counts }))
  const count = async () => {
    const snapshot = store.snapshot()
    return snapshot.query(sql`SELECT count() AS rows FROM ${snapshot.current(prices)}`)
  }
  await put()
  freeBytes = 400 * MB
  await expect(put()).rejects.toThrow(SHORT)
  await expect(commitRun(store, options, async () => counts)).rejects.toThrow(SHORT)
  expect(store.room.shortage).toBe(SHORT)
  // Nothing of the refused runs is in the journal, and rows are read as before.
  expect(store.journal.nextId).toBe(2)
  expect(await count()).toEqual([{ rows: 1 }])
  freeBytes = 500 * MB
  expect((await put()).id).toBe(2)
  expect(store.room.shortage).toBeUndefined()
  expect(lines).toEqual([SHORT, 'There is room on the disk again: ingestion goes on.'])
  await store.close()
})

test('behavior: readiness and metrics say that ingestion has stopped', async () => {
  // A thousand terabytes: no disk has them.
  const service = await TestApp.start({ ALMANAC_MIN_FREE_MB: '1000000000' })
  const stopped = async () =>
    /^almanac_ingestion_stopped (\d)$/m.exec(String((await service.get('/metrics')).body))?.[1]
  expect(await stopped()).toBe('0')
  await expect(service.put(prices, [row])).rejects.toThrow('Ingestion stops: ')
  expect(await stopped()).toBe('1')
  const { status, body } = await service.get('/ready')
  expect(status).toBe(200)
  expect(body).toEqual({
    status: 'ready',
    dataVersion: 0,
    ingestion: expect.stringMatching(/^Ingestion stops: .* fewer than the 1,000,000,000 of /),
  })
  await service.stop()
})
