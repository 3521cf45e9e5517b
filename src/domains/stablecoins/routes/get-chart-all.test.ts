import { Value } from 'typebox/value'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestApp } from '../../../../test/support/test-app.ts'
import { at, bodyOf, putSmallWorld } from '../facts-for-tests.ts'
import { getChartAll } from './get-chart-all.ts'

interface Point {
  date: string
  totalCirculating: Record<string, number>
  totalCirculatingUSD: Record<string, number | null>
}

let app: TestApp

beforeAll(async () => {
  app = await TestApp.start()
  await putSmallWorld(app)
})

afterAll(() => app.stop())

const on = (points: readonly Point[], atSec: number) =>
  points.find(({ date }) => date === String(atSec))

test('default: one point a day by peg type, in tokens and dollars', async () => {
  const points = await bodyOf<Point[]>(app, '/stablecoincharts/all')
  expect(points.map(({ date }) => Number(date))).toEqual(
    Array.from({ length: 31 }, (_, index) => at(30 - index)),
  )
  expect(points.at(-1)).toEqual({
    date: String(at(0)),
    totalCirculating: { peggedUSD: 2_050, peggedEUR: 110, peggedVAR: 70 },
    totalUnreleased: { peggedUSD: 100, peggedEUR: 0, peggedVAR: 0 },
    // 2,050 × 0.97; 110 × 1.2; no price and no currency.
    totalCirculatingUSD: { peggedUSD: 1_988.5, peggedEUR: 132, peggedVAR: null },
    // (2,100 + 50) × 0.97; 110 × 1.2.
    totalMintedUSD: { peggedUSD: 2_085.5, peggedEUR: 132, peggedVAR: null },
    // 400 × 0.97.
    totalBridgedToUSD: { peggedUSD: 388, peggedEUR: 0, peggedVAR: null },
    // The 50 on Tron were reported yesterday.
    totalCarried: { peggedUSD: 50 },
  })
  expect(Value.Check(getChartAll.response, points)).toBe(true)
})

test('behavior: start, end, granularity and fields', async () => {
  const some = await bodyOf<Point[]>(
    app,
    `/stablecoincharts/all?start=${at(30)}&end=${at(29)}&fields=date,totalCirculating`,
  )
  expect(some).toEqual([
    { date: String(at(30)), totalCirculating: { peggedUSD: 900 } },
    { date: String(at(29)), totalCirculating: { peggedUSD: 900 } },
  ])
  const months = await bodyOf<Point[]>(app, '/stablecoincharts/all?granularity=month&sort=date')
  // The points are of 15 December to 14 January; a level has the last of each month.
  const all = await bodyOf<Point[]>(app, '/stablecoincharts/all')
  const last = (day: string) => on(all, Date.parse(day) / 1000)
  expect(months).toEqual([
    { ...last('2026-01-14'), date: String(Date.UTC(2026, 0) / 1000) },
    { ...last('2025-12-31'), date: String(Date.UTC(2025, 11) / 1000) },
  ])
})

test.each([
  // 1,000 − 100 of Alpha; no price, so a dollar each.
  [
    30,
    {
      totalCirculating: { peggedUSD: 900 },
      totalCirculatingUSD: { peggedUSD: 900 },
      totalCarried: {},
    },
  ],
  [29, { totalCirculating: { peggedUSD: 900 }, totalCarried: { peggedUSD: 900 } }],
  // Delta joins with 500, whose price that day is 0.50: 900 × 1 + 500 × 0.5.
  [
    20,
    {
      totalCirculating: { peggedUSD: 1_400 },
      totalCirculatingUSD: { peggedUSD: 1_150 },
      totalCarried: { peggedUSD: 900 },
    },
  ],
  // Delta's 500 are carried too, and have no price any more.
  [
    15,
    {
      totalCirculating: { peggedUSD: 1_400 },
      totalCirculatingUSD: { peggedUSD: 1_400 },
      totalCarried: { peggedUSD: 1_400 },
    },
  ],
  [10, { totalCirculating: { peggedUSD: 1_300 }, totalCarried: { peggedUSD: 900 } }],
  // Delta is no longer reported.
  [9, { totalCirculating: { peggedUSD: 900 }, totalCarried: { peggedUSD: 900 } }],
  [7, { totalCirculating: { peggedUSD: 1_400 }, totalCarried: {} }],
  // Beta without a price: 90 × the euro's 1.05 of the day before.
  [
    2,
    {
      totalCirculating: { peggedUSD: 1_400, peggedEUR: 90 },
      totalCirculatingUSD: { peggedUSD: 1_400, peggedEUR: 94.5 },
    },
  ],
  // The last prices of the day: 1,950 × 0.98 and 100 × 1.1.
  [
    1,
    {
      totalCirculating: { peggedUSD: 1_950, peggedEUR: 100 },
      totalCirculatingUSD: { peggedUSD: 1_911, peggedEUR: 110.00000000000001 },
    },
  ],
])('behavior: %d days ago', async (daysAgo, expected) => {
  const points = await bodyOf<Point[]>(app, '/stablecoincharts/all')
  expect(on(points, at(daysAgo))).toMatchObject(expected)
})

test('behavior: one stablecoin alone, until its last report', async () => {
  const points = await bodyOf<Point[]>(app, '/stablecoincharts/all?stablecoin=4')
  expect(points.map(({ date }) => Number(date))).toEqual(
    Array.from({ length: 11 }, (_, index) => at(20 - index)),
  )
  expect(points.map(({ totalCirculating }) => totalCirculating.peggedUSD)).toEqual([
    ...Array(10).fill(500),
    400,
  ])
  expect(points.at(0)).toEqual({
    date: String(at(20)),
    totalCirculating: { peggedUSD: 500 },
    totalUnreleased: { peggedUSD: 0 },
    totalCirculatingUSD: { peggedUSD: 250 },
    totalMintedUSD: { peggedUSD: 250 },
    totalBridgedToUSD: { peggedUSD: 0 },
    totalCarried: {},
  })
})

test.each(['0', '-1', '1.5', 'tether', '1e3', '99999999999999999999', '1%20OR%201=1', '../1'])(
  'error: 400 when stablecoin is %s',
  async (value) => {
    for (const root of ['/stablecoincharts/all', '/stablecoins/stablecoincharts/all']) {
      const response = await app.get(`${root}?stablecoin=${value}`, { pro: true })
      expect(response).toMatchObject({
        status: 400,
        body: { error: 'invalid_parameter', message: expect.stringContaining('stablecoin') },
      })
    }
  },
)

test('error: 404 when no stablecoin has the number, or nothing was reported of it', async () => {
  expect(await app.get('/stablecoincharts/all?stablecoin=77')).toMatchObject({
    status: 404,
    body: { error: 'not_found' },
  })
  expect(await app.get('/stablecoincharts/all?stablecoin=10')).toMatchObject({
    status: 404,
    body: { message: 'Epsilon Dollar has no supply record.' },
  })
})
