import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeZip } from '../src/sources/files/zip-for-tests.ts'
import { ReplayServer } from './support/replay-server.ts'
import { TestApp } from './support/test-app.ts'

const PATH = '/eurofxref-hist.zip'
const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
let server: ReplayServer
let service: TestApp

const settings = () => ({
  // Sources belong to the present: the clock must run.
  ALMANAC_CLOCK: '',
  ALMANAC_SOURCES: 'reference-rates',
  ALMANAC_SOURCE_REFERENCE_RATES_URL: server.url,
})

beforeAll(async () => {
  server = await ReplayServer.start()
  server.put(PATH, makeZip({ 'eurofxref-hist.csv': `Date,USD,JPY,\n${yesterday},1.2,150,\n` }))
  service = await TestApp.start(settings())
})
afterAll(async () => {
  await service.stop()
  await server.stop()
})

const runs = () =>
  service.app.store.journal.listAfter(0, undefined, {
    source: 'fetch:reference-rates',
    state: 'committed',
  })

test('default: a source that is switched on is read after the start, once', async () => {
  await expect.poll(runs, { timeout: 60_000 }).toHaveLength(1)
  expect((await runs())[0]).toMatchObject({ accepted: 2, facts: ['fx_rates', 'run_receipts'] })
  expect(server.taken()).toEqual([`200 ${PATH}`])
  const { body } = await service.get('/meta/freshness')
  expect(JSON.stringify(body)).toContain('fetch:reference-rates')
})
