import { afterAll, beforeAll, expect, test } from 'vitest'
import { nextPage } from '../../../test/support/next-page.ts'
import { NOW_SEC, TestApp } from '../../../test/support/test-app.ts'
import { bridges } from '../../domains/bridges/facts.ts'
import { tvlRecords } from '../../domains/tvl/facts.ts'
import { encodeCursor } from '../cursor.ts'

const DAY = 86_400

let app: TestApp
let lastRun: number

const record = (protocol: string, chain: string, daysAgo: number, tvlUsd: number) => ({
  protocol,
  chain,
  section: 'tvl',
  atSec: NOW_SEC - daysAgo * DAY,
  tvlUsd,
})

beforeAll(async () => {
  app = await TestApp.start()
  await app.put(tvlRecords, [
    record('1', 'ethereum', 0, 10),
    record('1', 'ethereum', 1, 20),
    record('1', 'base', 0, 30),
    record('2', 'ethereum', 0, 40),
  ])
  await app.put(bridges, [
    { id: 2, name: 'two', displayName: 'Two' },
    { id: 10, name: 'ten', displayName: 'Ten' },
  ])
  lastRun = await app.put(tvlRecords, [record('1', 'ethereum', 1, 21)])
})

afterAll(() => app.stop())

interface Page {
  run: number
  rows: {
    key: Record<string, unknown>
    atSec: number | null
    versionCount: number
    versions: { values: Record<string, unknown>; isCurrent: boolean }[]
  }[]
}

async function read(query: string, fact = 'tvl') {
  const { status, body, headers } = await app.get(`/meta/facts/${fact}?${query}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return { page: body as Page, link: nextPage(headers.link, `/meta/facts/${fact}`) }
}

/** Protocol, chain and newest value of each row. */
function shortOf({ rows }: Page) {
  return rows.map(
    ({ key, versions: [newest] }) => `${key.protocol} ${key.chain} ${newest?.values.tvlUsd}`,
  )
}

test('default: rows with all their versions, those of a key newest first', async () => {
  const { page, link } = await read('protocol=1&chain=ethereum')
  expect(shortOf(page)).toEqual(['1 ethereum 10', '1 ethereum 21'])
  expect(page.rows[1]).toMatchObject({
    atSec: NOW_SEC - DAY,
    versionCount: 2,
    versions: [
      { values: { tvlUsd: 21 }, isCurrent: true, run: lastRun },
      { values: { tvlUsd: 20 }, isCurrent: false },
    ],
  })
  expect(link).toBeUndefined()
})

test('behavior: pages go through all rows once, at the run of the first', async () => {
  const seen: string[] = []
  let path: string | undefined = '/meta/facts/tvl?limit=1'
  while (path !== undefined) {
    const { body, headers } = await app.get(path)
    seen.push(...shortOf(body as Page))
    expect((body as Page).run).toBe(lastRun)
    // A row that comes in meanwhile belongs to no page.
    if (seen.length === 1) await app.put(tvlRecords, [record('1', 'arbitrum', 0, 50)])
    path = nextPage(headers.link, '/meta/facts/tvl')
  }
  expect(seen).toEqual(['2 ethereum 40', '1 ethereum 10', '1 ethereum 21', '1 base 30'])
})

test('behavior: ascending is the same the other way round', async () => {
  const { page, link } = await read('order=asc&limit=2&chain=ethereum')
  expect(shortOf(page)).toEqual(['1 ethereum 21', '1 ethereum 10'])
  const { body } = await app.get(String(link))
  expect(shortOf(body as Page)).toEqual(['2 ethereum 40'])
})

test('behavior: a day, a range of time', async () => {
  expect(shortOf((await read(`at=${NOW_SEC - DAY}`)).page)).toEqual(['1 ethereum 21'])
  const range = `protocol=1&chain=ethereum&start=${NOW_SEC}&end=${NOW_SEC}`
  expect(shortOf((await read(range)).page)).toEqual(['1 ethereum 10'])
})

test('behavior: keys that are numbers, of a fact without a time', async () => {
  const { page } = await read('', 'bridges')
  expect(page.rows.map(({ key, atSec }) => [key.id, atSec])).toEqual([
    [10, null],
    [2, null],
  ])
  expect((await read('id=2', 'bridges')).page.rows.map(({ key }) => key.id)).toEqual([2])
})

test.each([
  ['/meta/facts/nothing', 404, 'There is no fact'],
  ['/meta/facts/tvl?colour=red', 400, '`colour` is no column'],
  ['/meta/facts/bridges?id=two', 400, 'whole number'],
  ['/meta/facts/tvl?cursor=x', 400, '`cursor` is damaged'],
  ['/meta/facts/tvl?limit=1001', 400, '`limit`'],
])('error: %s is %i', async (path, status, message) => {
  const response = await app.get(path)
  expect(response.status).toBe(status)
  expect((response.body as { message: string }).message).toContain(message)
})

test('error: 400 for the cursor of another list', async () => {
  const { link } = await read('limit=1', 'bridges')
  const cursor = new URL(String(link), 'http://x').searchParams.get('cursor')
  const { status, body } = await app.get(`/meta/facts/tvl?cursor=${cursor}`)
  expect(status).toBe(400)
  expect((body as { message: string }).message).toContain('belongs to another list')
})

test('error: 400 for a position that is none', async () => {
  for (const position of [
    [1, '', '', 0],
    ['1', 'base', 'tvl', -1],
    ['1', 'base', 'tvl'],
  ]) {
    const cursor = encodeCursor({ list: 'facts:tvl', run: 1, position })
    expect((await app.get(`/meta/facts/tvl?cursor=${cursor}`)).status).toBe(400)
  }
})
