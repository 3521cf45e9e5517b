import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NOW_SEC, TEST_KEY, TestApp } from '../../../../test/support/test-app.ts'
import { createClock, DAY_SEC, dayStart } from '../../../lib/clock.ts'
import { commitRun } from '../../../runs/run.ts'
import { prices, priceTableState, supplies } from '../../coins/public.ts'
import { CATEGORIES, narrativeMembers } from '../facts.ts'

type Row = Record<string, number | null>

let app: TestApp

beforeAll(async () => {
  app = await TestApp.start()
})

afterAll(() => app.stop())

/** Midnight of some days ago. */
const at = (daysAgo: number) => dayStart(NOW_SEC) - daysAgo * DAY_SEC
const member = (
  category: string,
  coin: string,
  fromSec: number | null = null,
  toSec: number | null = null,
) => {
  return { category, coin, fromSec, toSec }
}
const price = (coin: string, atSec: number, priceUsd: number) => ({
  coin,
  atSec,
  priceUsd,
  confidence: null,
})
const supply = (coin: string, atSec: number, circulating: number) => ({ coin, atSec, circulating })

async function performance(period: string, query = ''): Promise<Row[]> {
  const { status, body } = await app.get(`/fdv/performance/${period}${query}`, { pro: true })
  expect({ period, status }).toEqual({ period, status: 200 })
  return body as Row[]
}

/** The line of a category, to nine decimals. */
async function line(category: string, period: string, query = ''): Promise<(number | null)[]> {
  const rows = await performance(period, query)
  return rows.map((row) => {
    const figure = row[category] ?? null
    return figure === null ? null : Number(figure.toFixed(9)) + 0
  })
}

test('behavior: with nothing known every category is there, and null', async () => {
  const rows = await performance('7')
  expect(rows.map(({ date }) => date)).toEqual([7, 6, 5, 4, 3, 2, 1, 0].map(at))
  expect(rows[0]).toEqual({
    date: at(7),
    ...Object.fromEntries(CATEGORIES.map((name) => [name, null])),
  })
  expect(CATEGORIES.length).toBe(22)
})

test.each([
  ['30', 31, at(30)],
  ['365', 366, at(365)],
  // 14 January.
  ['ytd', 14, at(13)],
])('behavior: %s has %i rows, one a day up to today', async (period, count, first) => {
  const dates = (await performance(period)).map(({ date }) => date)
  expect([dates.length, dates[0], dates.at(-1)]).toEqual([count, first, at(0)])
})

test('default: coins weigh by market cap, one joins late', async () => {
  await app.put(narrativeMembers, [
    member('Meme', 'aggregator:a'),
    member('Meme', 'aggregator:b'),
    member('Meme', 'aggregator:late', at(2)),
    member('Bitcoin', 'aggregator:b'),
    member('Oracle', 'aggregator:unpriced'),
  ])
  await app.put(supplies, [
    supply('aggregator:a', at(400), 100),
    supply('aggregator:b', at(7), 10),
    supply('aggregator:late', at(50), 1_000),
  ])
  await app.put(prices, [
    ...[10, 12, 12, 12, 12, 12, 12, 15].map((priceUsd, index) =>
      price('aggregator:a', at(7 - index), priceUsd),
    ),
    // Its price of a day is the first of that day.
    ...[300, 285, 342, 342, 342, 342, 342, 342].flatMap((priceUsd, index) => [
      price('aggregator:b', at(7 - index) + 60, priceUsd),
      price('aggregator:b', at(7 - index) + 3_600, 1),
    ]),
    ...[1, 99, 1, 99, 1, 8, 9, 9].map((priceUsd, index) =>
      price('aggregator:late', at(7 - index), priceUsd),
    ),
  ])
  // Caps of a and b: 4,000; 1,200 + 2,850 = 4,050; 1,200 + 3,420 = 4,620, so 1.25% and 15.5%. late
  // joins two days ago, at 8. Yesterday it made 8,000 into 9,000: (4,620 + 9,000) ÷ (4,620 + 8,000)
  // × 1.155 = 1.24652139… Today a goes from 12 to 15: (1,500 + 3,420 + 9,000) ÷ 13,620 ×
  // 1.246521394… = 1.27397781299…
  expect(await line('Meme', '7')).toEqual([
    0, 1.25, 15.5, 15.5, 15.5, 15.5, 24.652139461, 27.3977813,
  ])
  // 285 ÷ 300, 342 ÷ 300.
  expect(await line('Bitcoin', '7')).toEqual([0, -5, 14, 14, 14, 14, 14, 14])
  expect(await line('Oracle', '7')).toEqual(Array(8).fill(null))
})

test('behavior: a line begins where something is known, whatever the period', async () => {
  const month = await line('Meme', '30')
  expect(month.slice(0, 23)).toEqual(Array(23).fill(null))
  expect(month.slice(23)).toEqual(await line('Meme', '7'))
  expect((await line('Meme', 'ytd')).slice(-8)).toEqual(await line('Meme', '7'))
})

describe('later runs', () => {
  test('behavior: new prices, supplies and members count', async () => {
    // a was at 12 yesterday; today at 18: (1,800 + 3,420 + 9,000) ÷ 13,620 × 1.246521394… =
    // 1.30143423137…
    await app.put(prices, [price('aggregator:a', at(0), 18)])
    expect((await line('Meme', '7')).at(-1)).toBe(30.143423138)
    // A later record of the day is not the day's.
    await app.put(prices, [price('aggregator:a', at(0) + 3_600, 1_000)])
    expect((await line('Meme', '7')).at(-1)).toBe(30.143423138)
    // From three days ago on, b has ten times the tokens. Two days ago: nothing moved. Yesterday:
    // (1,200 + 34,200 + 9,000) ÷ (1,200 + 34,200 + 8,000) × 1.155; today (1,800 + 34,200 + 9,000) ÷
    // 44,400 of that.
    await app.put(supplies, [supply('aggregator:b', at(3), 100)])
    expect((await line('Meme', '7')).slice(-3)).toEqual([15.5, 18.161290323, 19.758064516])
    await app.put(narrativeMembers, [member('Meme', 'aggregator:late', at(2), at(1))])
    // Without late yesterday and today: 15.5%, then (1,800 + 34,200) ÷ 35,400 × 1.155.
    expect((await line('Meme', '7')).slice(-2)).toEqual([15.5, 17.457627119])
  })

  test('behavior: a held price is not served, a corrected one is', async () => {
    await app.put(prices, [{ ...price('aggregator:b', at(6) + 30, 9_999), quality: 'held' }])
    expect((await line('Bitcoin', '7'))[1]).toBe(-5)
    await app.put(prices, [price('aggregator:b', at(6) + 60, 330)])
    expect((await line('Bitcoin', '7'))[1]).toBe(10)
  })

  test('behavior: a wrapped coin takes another’s price', async () => {
    const [tokens] = priceTableState.reads
    if (tokens === undefined) throw new Error('the price table reads tokens')
    await app.put(tokens, [
      { coin: 'base:0x1', symbol: 'W', name: null, decimals: 18, redirect: 'aggregator:a' },
    ])
    await app.put(narrativeMembers, [member('Rollup', 'base:0x1')])
    await app.put(supplies, [supply('base:0x1', at(9), 5)])
    // 12 ÷ 10, 18 ÷ 10.
    expect(await line('Rollup', '7')).toEqual([0, 20, 20, 20, 20, 20, 20, 80])
  })

  test('behavior: asOf shows what was known then, and moves today back', async () => {
    const clock = createClock('2026-01-14T13:00:00Z')
    await commitRun(app.app.store, { source: 'test', clock, again: true }, async (stage) => {
      await stage.insertRows(prices, [price('aggregator:b', at(0) + 60, 600)])
      return { accepted: 1, rejected: 0, held: 0 }
    })
    // 600 ÷ 300.
    expect((await line('Bitcoin', '7')).at(-1)).toBe(100)
    expect((await line('Bitcoin', '7', '?asOf=2026-01-14T12:30:00Z')).at(-1)).toBe(14)
    const dates = (await performance('7', '?asOf=2026-01-10T12:00:00Z')).map(({ date }) => date)
    expect([dates[0], dates.at(-1)]).toEqual([at(11), at(4)])
  })

  test('behavior: prices dated far in the future do not hide the past', async () => {
    await app.put(
      prices,
      Array.from({ length: 500 }, (_, index) => price('aggregator:b', at(-1_000 - index), 1)),
    )
    expect((await line('Bitcoin', '7')).at(-1)).toBe(100)
    expect((await line('Meme', '365')).filter((figure) => figure !== null)).toHaveLength(8)
  })
})

test('behavior: the key may stand in the path', async () => {
  expect((await app.get(`/${TEST_KEY}/fdv/performance/7`)).body).toEqual(await performance('7'))
})

test.each(['8', '07', 'YTD', '1y', '-7', '365.0', '%20', '__proto__', '7,30', 'x'.repeat(500)])(
  'error: 400 when the period is %s',
  async (period) => {
    const { status, body } = await app.get(`/fdv/performance/${period}`, { pro: true })
    expect({ status, body }).toMatchObject({ status: 400, body: { error: 'invalid_parameter' } })
    expect((body as { message: string }).message).toContain('7, 30, ytd, 365')
  },
)

test('error: 404 without a period', async () => {
  expect(await app.get('/fdv/performance', { pro: true })).toMatchObject({
    status: 404,
    body: { error: 'not_found' },
  })
})
