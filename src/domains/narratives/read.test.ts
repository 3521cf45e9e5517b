import { afterAll, beforeAll, expect, test } from 'vitest'
import { NOW_SEC, TestApp } from '../../../test/support/test-app.ts'
import { DAY_SEC } from '../../lib/clock.ts'
import { prices, supplies } from '../coins/public.ts'
import { readMemberFigures } from './read.ts'

const TODAY = Math.floor(NOW_SEC / DAY_SEC)
const A = 'aggregator:a'
const B = 'aggregator:b'

let app: TestApp

beforeAll(async () => {
  app = await TestApp.start()
})

afterAll(() => app.stop())

const at = (daysAgo: number, sec = 0) => (TODAY - daysAgo) * DAY_SEC + sec
const price = (coin: string, atSec: number, priceUsd: number) => ({
  coin,
  atSec,
  priceUsd,
  confidence: null,
})
const supply = (coin: string, atSec: number, circulating: number) => ({ coin, atSec, circulating })
const read = (coins: string[], startDay: number) =>
  readMemberFigures(
    { snapshot: app.app.store.snapshot() },
    coins.map((coin) => ({ category: 0, coin, priced: coin, fromDay: 0, toDay: TODAY })),
    startDay,
  )

test('behavior: no day is too early to ask for', async () => {
  await app.put(prices, [price('aggregator:early', 5 * DAY_SEC, 1)])
  for (const startDay of [-400, 0, 3, 35]) {
    const figures = await read(['aggregator:early'], startDay)
    expect([startDay, figures.find(5)?.prices]).toEqual([startDay, new Float64Array([1])])
  }
})

test('behavior: of each day the first record counts, as it was last corrected', async () => {
  await app.put(prices, [
    price(A, at(3, 7_200), 3),
    price(A, at(3, 3_600), 1),
    price(A, at(2), 4),
    { ...price(A, at(3, 60), 1e9), quality: 'held' },
  ])
  await app.put(prices, [price(A, at(3, 3_600), 1.5)])
  await app.put(supplies, [supply(B, at(2, 9), 20), supply(B, at(2, 5), 10)])
  const figures = await read([A, B], TODAY)
  expect(figures.find(TODAY - 3)?.prices).toEqual(new Float64Array([1.5, Number.NaN]))
  expect(figures.find(TODAY - 2)?.prices).toEqual(new Float64Array([4, Number.NaN]))
  expect(figures.find(TODAY - 2)?.supplies).toEqual(new Float64Array([Number.NaN, 10]))
})

test('behavior: prices reach thirty days back, before that the last supply stands', async () => {
  const coin = 'aggregator:c'
  await app.put(prices, [price(coin, at(31), 1), price(coin, at(30), 2)])
  await app.put(supplies, [
    supply(coin, at(60), 30),
    supply(coin, at(45, 60), 71),
    supply(coin, at(45, 30), 70),
  ])
  const figures = await read([coin], TODAY)
  expect([figures.fromDay, figures.listDays()]).toEqual([TODAY - 30, [TODAY - 30]])
  expect(figures.suppliesBefore).toEqual(new Float64Array([70]))
})
