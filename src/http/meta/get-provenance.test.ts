import { afterAll, beforeAll, expect, test } from 'vitest'
import { NOW_SEC, TestApp } from '../../../test/support/test-app.ts'
import { prices } from '../../domains/coins/facts.ts'
import { protocols } from '../../domains/registry/facts.ts'
import { tvlRecords } from '../../domains/tvl/facts.ts'

const DAY = 86_400
const HOUR = 3_600

let app: TestApp
let firstRun: number
let correction: number

const record = (protocol: string, atSec: number, tvlUsd: number) => ({
  protocol,
  chain: 'ethereum',
  section: 'tvl',
  atSec,
  tvlUsd,
})

beforeAll(async () => {
  app = await TestApp.start()
  await app.put(protocols, [
    { id: '1', name: 'Example Swap', category: 'Dexs' },
    { id: '2', name: 'Other Swap', category: 'Dexs' },
    { id: 'parent#family', name: 'Family' },
    { id: '3', name: 'Family V1', category: 'Dexs', parent: 'parent#family' },
  ])
  firstRun = await app.put(tvlRecords, [
    record('1', NOW_SEC - 3 * DAY, 30),
    record('1', NOW_SEC - HOUR, 10),
    record('2', NOW_SEC - HOUR, 99),
    record('3', NOW_SEC - 2 * DAY, 7),
  ])
  correction = await app.put(tvlRecords, [record('1', NOW_SEC - HOUR, 11)])
  await app.put(tvlRecords, [{ ...record('1', NOW_SEC - HOUR, 500), quality: 'held' }])
})

afterAll(() => app.stop())

interface Traced {
  fact: string
  rows: { key: { protocol: string }; atSec: number; versions: object[] }[]
  isComplete: boolean
  versionCount: number
  reason: string | null
}

async function trace(query: string) {
  const { status, body } = await app.get(`/meta/provenance?${query}`)
  return { status, body: body as { facts: Traced[] } }
}

async function tvlRows(query: string): Promise<Traced> {
  const { body } = await trace(query)
  const found = body.facts.find(({ fact }) => fact === 'tvl')
  if (found === undefined) throw new Error('There is no part about tvl.')
  return found
}

test('default: the rows behind a response, the newest first, each with its versions', async () => {
  const found = await tvlRows('operation=tvl.getCurrentTvl&protocol=example-swap')
  expect(found).toMatchObject({ columns: { protocol: ['1'] }, isComplete: true, versionCount: 4 })
  expect(found.rows.map(({ atSec }) => atSec)).toEqual([NOW_SEC - HOUR, NOW_SEC - 3 * DAY])
  // Of 10, 11 and the held 500 the 11 is served.
  expect(found.rows[0]).toMatchObject({
    key: { protocol: '1', chain: 'ethereum', section: 'tvl' },
    versionCount: 3,
    versions: [
      { values: { tvlUsd: 500 }, quality: 'held', isCurrent: false, run: correction + 1 },
      { values: { tvlUsd: 11 }, quality: 'ok', isCurrent: true, run: correction, source: 'test' },
      { values: { tvlUsd: 10 }, quality: 'ok', isCurrent: false, run: firstRun, receipt: null },
    ],
  })
})

test('behavior: of a parent the rows of its children', async () => {
  const { rows } = await tvlRows('operation=tvl.getCurrentTvl&protocol=family')
  expect(rows.map(({ key }) => key.protocol)).toEqual(['3'])
})

test('behavior: at a timestamp the rows of its day, or the newest before', async () => {
  const times = async (query: string) =>
    (await tvlRows(`operation=tvl.getCurrentTvl&${query}`)).rows.map(({ atSec }) => atSec)
  expect(await times(`protocol=example-swap&at=${NOW_SEC}`)).toEqual([NOW_SEC - HOUR])
  expect(await times(`protocol=example-swap&at=${NOW_SEC - 2 * DAY}`)).toEqual([NOW_SEC - 3 * DAY])
  expect(await times(`protocol=example-swap&at=${NOW_SEC - 9 * DAY}`)).toEqual([])
})

test('behavior: the limit cuts rows off and says so', async () => {
  const found = await tvlRows('operation=tvl.getCurrentTvl&protocol=example-swap&rows=1')
  expect(found).toMatchObject({ isComplete: false, versionCount: 4 })
  expect(found.rows).toHaveLength(1)
})

test('behavior: of totals the rows of all that count; the method’s name will do', async () => {
  const { rows } = await tvlRows('operation=listChains')
  expect(rows.map(({ key }) => key.protocol)).toEqual(['1', '2', '3', '1'])
})

test('behavior: says why there is none', async () => {
  await app.put(prices, [
    { coin: 'aggregator:other', atSec: NOW_SEC, priceUsd: 1, confidence: 0.9 },
  ])
  const { body } = await trace('operation=tvl.getProtocol&protocol=example-swap')
  const reasons = Object.fromEntries(body.facts.map(({ fact, reason }) => [fact, reason]))
  expect(reasons).toMatchObject({
    tvl: null,
    tvl_tokens: 'The fact has no rows.',
    prices: 'The response needs no row of this fact.',
  })
})

test('behavior: `asOf` shows what was known then', async () => {
  const asOf = new Date(NOW_SEC * 1000 - 1).toISOString()
  const { body } = await trace(`operation=tvl.getCurrentTvl&protocol=1&asOf=${asOf}`)
  expect(body).toMatchObject({ error: 'not_found' })
})

test.each([
  ['operation=tvl.getNothing', 404, 'no operation'],
  ['operation=tvl.getCurrentTvl', 400, 'protocol'],
  ['operation=tvl.getCurrentTvl&protocol=nobody', 404, 'No protocol'],
  ['operation=tvl.getCurrentTvl&protocol=1&colour=red', 400, 'colour'],
  ['operation=coins.postPrices&body={', 400, 'body'],
  ['protocol=1', 400, 'operation'],
])('error: %s is %i', async (query, status, message) => {
  const response = await trace(query)
  expect(response.status).toBe(status)
  expect((response.body as unknown as { message: string }).message).toContain(message)
})
