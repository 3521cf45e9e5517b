import { afterAll, beforeAll, expect, test } from 'vitest'
import { NOW_SEC, TestApp } from '../../../test/support/test-app.ts'
import { prices } from '../../domains/coins/facts.ts'

let app: TestApp

const price = (coin: string, hoursAgo: number, priceUsd: number, quality = 'ok') => ({
  coin: `aggregator:${coin}`,
  atSec: NOW_SEC - hoursAgo * 3_600,
  priceUsd,
  confidence: 0.9,
  quality,
})

beforeAll(async () => {
  app = await TestApp.start()
  await app.put(prices, [
    price('a', 9, 1),
    price('a', 8, 1, 'carried'),
    price('a', 7, 1, 'backfilled'),
    price('a', 6, 1),
    price('a', 5, 1),
    price('a', 4, 1, 'held'),
    price('a', 3, 1, 'held'),
    price('a', 2, 1, 'extrapolated'),
    price('b', 2, 1, 'selfReported'),
  ])
  await app.put(prices, [
    // Said again, corrected, released from being held, and corrected to a plain value.
    price('a', 6, 1),
    price('a', 5, 2),
    price('a', 3, 1),
    price('a', 2, 3, 'disputed'),
  ])
})
afterAll(() => app.stop())

async function marks(query: string) {
  const { status, body } = await app.get(`/meta/marks?fact=prices&${query}`)
  expect(status, JSON.stringify(body)).toBe(200)
  const { points, isComplete } = body as {
    points: { key: { coin: string }; atSec: number; marks: string[]; run: number }[]
    isComplete: boolean
  }
  const short = points.map(({ key, atSec, marks: own }) => [
    `${key.coin.slice('aggregator:'.length)} ${(NOW_SEC - atSec) / 3_600}`,
    ...own,
  ])
  return { short, isComplete, points }
}

test('default: points that are not plain, the newest first', async () => {
  const { short, isComplete } = await marks('')
  expect(short).toEqual([
    ['a 2', 'disputed', 'revised'],
    ['b 2', 'selfReported'],
    ['a 4', 'held'],
    ['a 5', 'revised'],
    ['a 7', 'backfilled'],
    ['a 8', 'carried'],
  ])
  expect(isComplete).toBe(true)
})

test('behavior: of one series, in a range, up to a limit', async () => {
  expect((await marks('coin=aggregator:b')).short).toEqual([['b 2', 'selfReported']])
  const range = `coin=aggregator:a&start=${NOW_SEC - 7 * 3_600}&end=${NOW_SEC - 5 * 3_600}`
  expect((await marks(range)).short).toEqual([
    ['a 5', 'revised'],
    ['a 7', 'backfilled'],
  ])
  const { short, isComplete } = await marks('limit=1')
  expect([short.length, isComplete]).toEqual([1, false])
})

test('error: 400 without a fact or with an unknown column, 404 for an unknown fact', async () => {
  expect((await app.get('/meta/marks')).status).toBe(400)
  expect((await app.get('/meta/marks?fact=prices&colour=red')).status).toBe(400)
  expect((await app.get('/meta/marks?fact=price')).status).toBe(404)
})
