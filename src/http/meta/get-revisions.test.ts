import { afterAll, beforeAll, expect, test } from 'vitest'
import { nextPage } from '../../../test/support/next-page.ts'
import { NOW_SEC, TestApp } from '../../../test/support/test-app.ts'
import { bridges } from '../../domains/bridges/facts.ts'
import { prices, supplies } from '../../domains/coins/facts.ts'
import { sql } from '../../lib/sql.ts'
import { REPLACEMENTS } from '../../store/replacement-sql.ts'

const BITCOIN = 'aggregator:bitcoin'
const AT = NOW_SEC - 3600
let app: TestApp

beforeAll(async () => {
  app = await TestApp.start()
  const price = (priceUsd: number, more: object = {}) => ({
    coin: BITCOIN,
    atSec: AT,
    priceUsd,
    confidence: 0.9,
    ...more,
  })
  await app.put(prices, [
    price(100),
    { coin: 'aggregator:ether', atSec: AT, priceUsd: 5, confidence: null },
  ])
  await app.put(prices, [price(110)])
  // The same again is no change; a doubt is one; another timestamp is a new statement.
  await app.put(prices, [price(110), price(70, { atSec: AT + 60 })])
  await app.put(prices, [
    price(120, { quality: 'disputed' }),
    { coin: 'aggregator:ether', atSec: AT, priceUsd: 5, confidence: 0.5 },
  ])
  await app.put(supplies, [{ coin: BITCOIN, atSec: AT, circulating: 1 }])
})
afterAll(() => app.stop())

async function revisions(query: string): Promise<Record<string, unknown>[]> {
  const { body, status } = await app.get(`/meta/revisions?${query}`)
  expect(status).toBe(200)
  return body as Record<string, unknown>[]
}

test('default: old value, new value, when and by which run, oldest first', async () => {
  const rows = await revisions('fact=prices')
  expect(rows[0]).toEqual({
    fact: 'prices',
    key: { coin: BITCOIN, atSec: AT },
    old: { priceUsd: 100, confidence: 0.9 },
    new: { priceUsd: 110, confidence: 0.9 },
    recordedAt: '2026-01-14T12:00:00.000Z',
    run: 2,
    previousRun: 1,
  })
  expect(rows.map((row) => [row.run, row.previousRun, (row.key as { coin: string }).coin])).toEqual(
    [
      [2, 1, BITCOIN],
      [4, 3, BITCOIN],
      [4, 1, 'aggregator:ether'],
    ],
  )
  expect(rows[2]).toMatchObject({ old: { confidence: null }, new: { confidence: 0.5 } })
})

test('behavior: limit keeps the oldest, since bounds the time of the change', async () => {
  expect(await revisions('fact=prices&limit=1')).toHaveLength(1)
  expect(await revisions(`fact=prices&since=${NOW_SEC}`)).toEqual([])
  expect(await revisions(`fact=prices&since=${NOW_SEC - 1}`)).toHaveLength(3)
})

test('behavior: a fact that was never changed has none', async () => {
  expect(await revisions('fact=supplies')).toEqual([])
  expect(await revisions('fact=blocks')).toEqual([])
})

test.each([
  ['fact=price', 404],
  ['colour=red', 400],
  ['fact=prices&colour=red', 400],
  ['order=up', 400],
  ['cursor=x', 400],
  ['fact=prices&limit=0', 400],
  ['fact=prices&limit=1001', 400],
  ['fact=prices&since=never', 400],
])('error: %j is %i', async (query, status) => {
  const response = await app.get(`/meta/revisions?${query}`)
  expect(response.status).toBe(status)
  if (status === 404) expect(response.body).toMatchObject({ suggestions: ['prices'] })
})

test('behavior: of all facts the newest first', async () => {
  await app.put(supplies, [{ coin: BITCOIN, atSec: AT, circulating: 2 }])
  const rows = await revisions('')
  expect(rows.map(({ run, fact }) => [run, fact])).toEqual([
    [6, 'supplies'],
    [4, 'prices'],
    [4, 'prices'],
    [2, 'prices'],
  ])
  expect(await revisions('order=asc')).toEqual([
    ...rows.slice(3),
    ...rows.slice(1, 3),
    ...rows.slice(0, 1),
  ])
})

test('behavior: `until` bounds the time of the change as well', async () => {
  expect(await revisions(`fact=prices&until=${NOW_SEC}`)).toHaveLength(3)
  expect(await revisions(`fact=prices&until=${NOW_SEC - 1}`)).toEqual([])
})

test('behavior: columns of the key narrow it, of all facts those that have them', async () => {
  const ether = await revisions('coin=aggregator:ether')
  expect(ether.map(({ run }) => run)).toEqual([4])
  expect(await revisions('fact=prices&coin=aggregator:ether')).toEqual(ether)
})

test('behavior: pages follow their links, each change once', async () => {
  for (const query of ['', 'order=asc', 'fact=prices', 'groupBy=run', 'groupBy=run&order=asc']) {
    const whole = await revisions(query)
    const seen: unknown[] = []
    let path: string | undefined = `/meta/revisions?limit=1&${query}`
    while (path !== undefined) {
      const { status, body, headers } = await app.get(path)
      expect(status, JSON.stringify(body)).toBe(200)
      seen.push(...(body as unknown[]))
      path = nextPage(headers.link, '/meta/revisions')
    }
    expect(seen).toEqual(whole)
    expect(seen.length).toBeGreaterThan(2)
  }
})

test('behavior: by run one line for each series, with how much it changed', async () => {
  const [, ...lines] = await revisions('groupBy=run')
  // 110 became 120, disputed: 9.09 % more. The ether's 5 stayed, its confidence came from nothing.
  expect(lines[0]).toEqual({
    fact: 'prices',
    key: { coin: BITCOIN },
    figures: 1,
    fromSec: AT,
    toSec: AT,
    changesPct: {
      priceUsd: { min: (100 * 10) / 110, max: (100 * 10) / 110 },
      confidence: { min: 0, max: 0 },
    },
    recordedAt: '2026-01-14T12:00:00.000Z',
    run: 4,
    previousRun: 3,
    source: 'test',
  })
  expect(lines[1]).toMatchObject({
    key: { coin: 'aggregator:ether' },
    changesPct: { priceUsd: { min: 0, max: 0 }, confidence: { min: null, max: null } },
  })
})

test('error: 400 for the cursor of another order', async () => {
  const { headers } = await app.get('/meta/revisions?limit=1')
  const link = nextPage(headers.link, '/meta/revisions')
  expect((await app.get(`${link}&order=asc`)).status).toBe(400)
})

test('behavior: the position of a page says nothing to facts with another key', async () => {
  const bridge = { id: 2, name: 'orbit', displayName: 'Orbit' }
  await app.put(bridges, [bridge])
  await app.put(bridges, [{ ...bridge, displayName: 'Orbit Bridge' }])
  // One part: rows of all facts are read together.
  await app.app.store.engine.command(sql`OPTIMIZE TABLE ${REPLACEMENTS} FINAL`)
  const { headers } = await app.get('/meta/revisions?limit=1&fact=prices')
  const second = await app.get(nextPage(headers.link, '/meta/revisions') ?? '')
  expect(second.body).toMatchObject([{ fact: 'prices', run: 4, key: { coin: BITCOIN } }])
})
