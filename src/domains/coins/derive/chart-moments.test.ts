import { describe, expect, test } from 'vitest'
import { chartMoments } from './chart-moments.ts'
import { type ChartQuestion, chartRange } from './chart-range.ts'

const HOUR = 3_600
const DAY = 86_400
const NOW = 1_000 * DAY
const days = (...numbers: number[]) => numbers.map((number) => number * DAY)

/**
 * The moments of a question, with the earliest record on day 994 and a search width of one second,
 * so that only whole steps fit.
 */
function moments(
  asked: Partial<ChartQuestion>,
  options: { coins?: number; firstSec?: number | undefined } = {},
): number[] {
  const nothing = {
    isPro: false,
    start: undefined,
    end: undefined,
    span: undefined,
    period: undefined,
    searchWidth: 1,
  }
  const { coins = 1, firstSec = 994 * DAY } = options
  return chartMoments(chartRange({ ...nothing, ...asked, nowSec: NOW }), coins, firstSec)
}

describe('free reading (decision 12)', () => {
  test.each([
    { name: 'neither bound: all from the first record to now', asked: {}, expected: days(994, 995, 996, 997, 998, 999, 1_000) },
    { name: 'neither bound, span 0: the same', asked: { span: 0 }, expected: days(994, 995, 996, 997, 998, 999, 1_000) },
    { name: 'neither bound, span 3: the last three', asked: { span: 3 }, expected: days(998, 999, 1_000) },
    { name: 'end only: all from the first record to it', asked: { end: 997 * DAY }, expected: days(994, 995, 996, 997) },
    { name: 'end only, span 2: two back from it', asked: { end: 997 * DAY, span: 2 }, expected: days(996, 997) },
    { name: 'end only, span 3: also before the first record', asked: { end: 995 * DAY, span: 3 }, expected: days(993, 994, 995) },
    { name: 'start only: all from it to now', asked: { start: 997 * DAY }, expected: days(997, 998, 999, 1_000) },
    { name: 'start only, span 2: two from it', asked: { start: 996 * DAY, span: 2 }, expected: days(996, 997) },
    { name: 'start only, span 9: not beyond now', asked: { start: 998 * DAY, span: 9 }, expected: days(998, 999, 1_000) },
    { name: 'both: all between', asked: { start: 995 * DAY, end: 998 * DAY }, expected: days(995, 996, 997, 998) },
    { name: 'both, span 2: two from the start', asked: { start: 995 * DAY, end: 998 * DAY, span: 2 }, expected: days(995, 996) },
    { name: 'both, span 9: not beyond the end', asked: { start: 995 * DAY, end: 997 * DAY, span: 9 }, expected: days(995, 996, 997) },
    { name: 'both at one moment', asked: { start: 995 * DAY, end: 995 * DAY }, expected: days(995) },
    { name: 'an end between two steps', asked: { start: 995 * DAY, end: 996.5 * DAY }, expected: days(995, 996) },
    { name: 'a start in the future', asked: { start: 1_001 * DAY }, expected: [] },
    { name: 'an end before the first record', asked: { end: 993 * DAY }, expected: [] },
    { name: 'every second day', asked: { period: { text: '2d', sec: 2 * DAY } }, expected: days(994, 996, 998, 1_000) },
    { name: 'a fixed range is a spacing on the free root', asked: { period: { text: '7d', sec: 7 * DAY }, span: 3 }, expected: days(986, 993, 1_000) },
  ])('behavior: $name', ({ asked, expected }) => {
    expect(moments(asked)).toEqual(expected)
  }) // biome-ignore format: a case a line

  test('behavior: the first record belongs to a moment up to a search width before it', () => {
    // Day 994 at 00:30 is within 2.4 hours of day 994 at 00:00; day 994 at 03:00 is not.
    const asked = { end: 996 * DAY, searchWidth: undefined }
    expect(moments(asked, { firstSec: 994 * DAY + HOUR / 2 })).toEqual(days(994, 995, 996))
    expect(moments(asked, { firstSec: 994 * DAY + 3 * HOUR })).toEqual(days(995, 996))
  })

  test('behavior: without any record an open range is empty', () => {
    const range = chartRange({
      isPro: false,
      nowSec: NOW,
      start: undefined,
      end: undefined,
      span: undefined,
      period: undefined,
      searchWidth: undefined,
    })
    expect(chartMoments(range, 1)).toEqual([])
  })

  test('behavior: no moment lies before 1970', () => {
    expect(moments({ end: 2 * DAY, span: 10 })).toEqual(days(0, 1, 2))
  })
})

describe('pro reading (decision 12)', () => {
  test('behavior: 7d is now and the seven days before', () => {
    expect(moments({ isPro: true, period: { text: '7d', sec: 7 * DAY } })).toEqual(
      days(993, 994, 995, 996, 997, 998, 999, 1_000),
    )
  })

  test('behavior: 7d with span 48 is every second day back from now', () => {
    expect(moments({ isPro: true, period: { text: '7d', sec: 7 * DAY }, span: 48 })).toEqual(
      days(994, 996, 998, 1_000),
    )
  })

  test('behavior: 1d is hourly: 25 moments from a day ago to now', () => {
    const found = moments({ isPro: true, period: { text: '1d', sec: DAY } })
    expect(found).toHaveLength(25)
    expect(found.slice(0, 2)).toEqual([999 * DAY, 999 * DAY + HOUR])
    expect(found.at(-1)).toBe(NOW)
  })
})

describe('at most 5,000 points over all coins, the newest kept (decision 12)', () => {
  const hourly = { text: '1h', sec: HOUR }

  test('behavior: a range that is too long loses its beginning', () => {
    // 300 days of hours are 7,201 moments.
    const found = moments({ start: 700 * DAY, period: hourly })
    expect(found).toHaveLength(5_000)
    expect(found[0]).toBe(NOW - 4_999 * HOUR)
    expect(found.at(-1)).toBe(NOW)
  })

  test('behavior: so does a number of points from the start', () => {
    const found = moments({ start: 700 * DAY, period: hourly, span: 6_000 })
    expect(found).toHaveLength(5_000)
    expect(found[0]).toBe(700 * DAY + 1_000 * HOUR)
    expect(found.at(-1)).toBe(700 * DAY + 5_999 * HOUR)
  })

  test('behavior: and a number of points back from now', () => {
    const found = moments({ period: hourly, span: 6_000 })
    expect(found).toHaveLength(5_000)
    expect(found.at(-1)).toBe(NOW)
  })

  test.each([
    [2, 2_500],
    [3, 1_666],
    [500, 10],
  ])('behavior: %d coins have %d points each', (coins, points) => {
    const found = moments({ start: 700 * DAY, period: hourly }, { coins })
    expect(found).toHaveLength(points)
    expect(found.at(-1)).toBe(NOW)
  })
})
