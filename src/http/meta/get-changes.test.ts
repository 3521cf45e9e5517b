import { afterAll, beforeAll, expect, test } from 'vitest'
import { NOW_SEC, TestApp } from '../../../test/support/test-app.ts'
import { blocks, prices, supplies } from '../../domains/coins/facts.ts'
import { receipts } from '../../live/receipts/receipt.ts'
import { commitRows } from '../../runs/run.ts'

const BITCOIN = 'aggregator:bitcoin'
const ETHER = 'ethereum:0x01'
const AT = NOW_SEC - 3600

interface Page {
  runs: { id: number; state: string; sums: Record<string, string> }[]
  rows: { fact: string; run: number; change: string; key: { coin?: string; atSec: number } }[]
  cursor: string
  isComplete: boolean
}

let app: TestApp

/** Run 1: two prices. Run 2: one revised, one new, one held. Run 3 fails. Run 4: two facts. */
beforeAll(async () => {
  app = await TestApp.start()
  await app.put(prices, [price(BITCOIN, 100), price(ETHER, 5)])
  await app.put(prices, [
    price(BITCOIN, 110),
    price(ETHER, 6, { atSec: AT + 60 }),
    price(BITCOIN, 1, { atSec: AT + 60, quality: 'held' }),
  ])
  const { store, clock } = app.app
  const failing = commitRows(store, { source: 'test', clock }, () =>
    Promise.reject(new Error('no response')),
  )
  await expect(failing).rejects.toThrow('no response')
  await commitRows(store, { source: 'test', clock }, async () => ({
    rows: [
      { fact: supplies, rows: [{ coin: BITCOIN, atSec: AT, circulating: 19 }] },
      { fact: prices, rows: [price(ETHER, 7, { atSec: AT + 120 })] },
    ],
    counts: { accepted: 2, rejected: 0, held: 0 },
  }))
})
afterAll(() => app.stop())

function price(coin: string, priceUsd: number, more: object = {}) {
  return { coin, atSec: AT, priceUsd, confidence: null, ...more }
}

async function changes(query: string): Promise<Page> {
  const { body, status } = await app.get(`/meta/changes?${query}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return body as Page
}

const brief = ({ rows }: Page) =>
  rows.map(({ run, fact, change, key }) => [run, fact, change, key.coin, key.atSec - AT])

const ALL = [
  [1, 'prices', 'added', BITCOIN, 0],
  [1, 'prices', 'added', ETHER, 0],
  [2, 'prices', 'revised', BITCOIN, 0],
  [2, 'prices', 'held', BITCOIN, 60],
  [2, 'prices', 'added', ETHER, 60],
  [4, 'prices', 'added', ETHER, 120],
  [4, 'supplies', 'added', BITCOIN, 0],
]

test('default: rows of all runs in their order, with what they did, and the runs', async () => {
  const page = await changes('since=0')
  expect(brief(page)).toEqual(ALL)
  expect(page.rows[2]).toEqual({
    fact: 'prices',
    run: 2,
    change: 'revised',
    key: { coin: BITCOIN, atSec: AT },
    values: { priceUsd: 110, confidence: null },
    quality: 'ok',
    recordedAt: '2026-01-14T12:00:00.000Z',
  })
  expect(page.runs.map(({ id, state }) => [id, state])).toEqual([
    [1, 'committed'],
    [2, 'committed'],
    [3, 'failed'],
    [4, 'committed'],
  ])
  expect(page.runs[3]).toMatchObject({
    rows: { prices: 1, supplies: 1 },
    newestSec: { prices: AT + 120, supplies: AT },
    sums: { prices: expect.stringMatching(/^[0-9A-F]{32}$/), supplies: expect.any(String) },
  })
  expect(page.isComplete).toBe(true)
})

test('behavior: a cursor leads to what came after it, and to nothing at the end', async () => {
  const { cursor } = await changes('since=0')
  expect(await changes(`since=${cursor}`)).toEqual({
    runs: [],
    rows: [],
    cursor,
    isComplete: true,
  })
  expect(brief(await changes('since=1'))).toEqual(ALL.slice(2))
  expect(brief(await changes('since=3'))).toEqual(ALL.slice(5))
})

test.each([1, 2, 3, 4, 5, 6, 7])(
  'behavior: pages of %i rows neither skip nor repeat a row, also within a run',
  async (limit) => {
    const rows: unknown[] = []
    const runs: number[] = []
    let page: Page = { runs: [], rows: [], cursor: '0', isComplete: false }
    for (let pages = 0; !page.isComplete && pages < 20; pages++) {
      page = await changes(`since=${page.cursor}&limit=${limit}`)
      expect(page.rows.length).toBeLessThanOrEqual(limit)
      rows.push(...brief(page))
      runs.push(...page.runs.map(({ id }) => id))
    }
    expect(rows).toEqual(ALL)
    expect(runs).toEqual([1, 2, 3, 4])
  },
)

test('behavior: only rows of a fact, or of keys that begin with a text', async () => {
  expect(brief(await changes('since=0&fact=supplies'))).toEqual(ALL.slice(6))
  expect((await changes('since=0&fact=supplies')).runs.map(({ id }) => id)).toEqual([4])
  expect(brief(await changes('since=0&key=ethereum:'))).toEqual(
    ALL.filter(([, , , coin]) => coin === ETHER),
  )
  expect(brief(await changes('key=ethereum:&fact=prices&since=1&limit=1'))).toEqual(ALL.slice(4, 5))
})

test('behavior: as a table each row is a line, and a link leads on', async () => {
  const { body, headers } = await app.get('/meta/changes?since=3&limit=9&format=ndjson')
  const lines = String(body)
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(lines).toEqual([
    expect.objectContaining({ fact: 'prices', run: 4, change: 'added', quality: 'ok' }),
    expect.objectContaining({ fact: 'supplies', run: 4, change: 'added', quality: 'ok' }),
  ])
  const { cursor } = await changes('since=3')
  expect(headers.link).toBe(`<?since=${cursor}&limit=9&format=ndjson>; rel="next"`)
  const pro = await app.get('/api/meta/changes?since=3', { pro: true })
  expect(pro.headers.link).toBe(`<?since=${cursor}>; rel="next"`)
})

test('behavior: asOf shows the changes that were known then', async () => {
  expect(await changes(`since=0&asOf=${AT}`)).toMatchObject({ rows: [], isComplete: true })
})

test('behavior: every digit of whole numbers arrives, and what describes this machine does not', async () => {
  const before = (await changes('since=0')).cursor
  await commitRows(app.app.store, { source: 'test', clock: app.app.clock }, async () => ({
    rows: [
      { fact: blocks, rows: [{ chain: 'ethereum', atSec: AT, height: '9007199254740993' }] },
      { fact: receipts, rows: [receipt()] },
    ],
    counts: { accepted: 2, rejected: 0, held: 0 },
  }))
  const { rows } = await changes(`since=${before}`)
  expect(rows).toMatchObject([
    { values: { height: '9007199254740993' } },
    { values: { address: null, codeHash: 'c', fromSec: AT - 60 } },
  ])
})

function receipt() {
  const texts = { codeHash: 'c', methodology: 'm', blocks: '[]', prices: '[]', programHash: null }
  const numbers = { fromSec: AT - 60, methodologyVersion: 1, roundTrips: 0, knownRun: 0 }
  const rest = { unpriced: [], addresses: null, address: '{"file":"/home/me/adapter.ts"}' }
  return { source: 'adapter:x', atSec: AT, ...texts, ...numbers, ...rest }
}

test('error: cursors of the future, of other stores and of other filters', async () => {
  const inside = (await changes('since=1&limit=1')).cursor
  expect(inside).toMatch(/^1\.0\.1\.[0-9a-f]{12}$/)
  for (const query of [
    'since=99',
    'since=never',
    'since=-1',
    'since=1.0.0.000000000000',
    `since=${inside}&fact=prices`,
    `since=${inside}&key=a`,
    '',
    'since=0&limit=0',
    'since=0&limit=20001',
  ])
    expect((await app.get(`/meta/changes?${query}`)).status, query).toBe(400)
  const unknown = await app.get('/meta/changes?since=0&fact=price')
  expect(unknown).toMatchObject({ status: 404, body: { suggestions: ['prices'] } })
})
