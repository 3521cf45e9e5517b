import { afterAll, beforeAll, expect, test } from 'vitest'
import { NOW_SEC, TestApp } from '../../../test/support/test-app.ts'
import { prices, supplies } from '../../domains/coins/facts.ts'

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
  // The same again is no change; a doubt is one; another moment is a new statement.
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
  ['', 400],
  ['fact=price', 404],
  ['fact=prices&limit=0', 400],
  ['fact=prices&limit=1001', 400],
  ['fact=prices&since=never', 400],
])('error: %j is %i', async (query, status) => {
  const answer = await app.get(`/meta/revisions?${query}`)
  expect(answer.status).toBe(status)
  if (status === 404) expect(answer.body).toMatchObject({ suggestions: ['prices'] })
})
