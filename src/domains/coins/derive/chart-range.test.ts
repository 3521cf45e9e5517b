import { describe, expect, test } from 'vitest'
import { type ChartQuery, chartRange, chartTimestamps } from './chart-range.ts'

describe('chart range', () => {
  const HOUR = 3_600
  const DAY = 86_400
  const NOW = 1_000 * DAY
  const period = (text: string, sec: number) => ({ text, sec })

  function ask(isPro: boolean, asked: Partial<ChartQuery> = {}) {
    const nothing = {
      start: undefined,
      end: undefined,
      span: undefined,
      period: undefined,
      searchWidth: undefined,
    }
    return chartRange({ ...nothing, ...asked, isPro, nowSec: NOW })
  }

  describe('free reading', () => {
    test.each([
    { name: 'neither bound: open towards the past, up to now, daily', asked: {}, range: { startSec: undefined, endSec: NOW, stepSec: DAY, countFrom: 'end', points: 0 } },
    { name: 'end only: counted backward from it', asked: { end: 500 * DAY }, range: { startSec: undefined, endSec: 500 * DAY, countFrom: 'end', points: 0 } },
    { name: 'start only: counted forward from it, up to now', asked: { start: 500 * DAY }, range: { startSec: 500 * DAY, endSec: NOW, countFrom: 'start', points: 0 } },
    { name: 'both: counted forward from the start', asked: { start: 5 * DAY, end: 9 * DAY }, range: { startSec: 5 * DAY, endSec: 9 * DAY, countFrom: 'start', points: 0 } },
    { name: 'both may be the same time', asked: { start: 5 * DAY, end: 5 * DAY }, range: { startSec: 5 * DAY, endSec: 5 * DAY } },
    { name: 'start may be 0', asked: { start: 0 }, range: { startSec: 0, countFrom: 'start' } },
    { name: 'span: the number of points', asked: { span: 7 }, range: { points: 7, stepSec: DAY, countFrom: 'end' } },
    { name: 'period: the spacing', asked: { period: period('4h', 4 * HOUR) }, range: { stepSec: 4 * HOUR, startSec: undefined } },
  ])('behavior: $name', ({ asked, range }) => {
    expect(ask(false, asked)).toMatchObject(range)
    expect(ask(true, asked)).toMatchObject(range)
  }) // biome-ignore format: a case a line

    test.each(['1d', '7d', '30d', '90d', '180d', '365d'])(
      'behavior: on the free root %s is a spacing',
      (text) => {
        const sec = Number.parseInt(text, 10) * DAY
        expect(ask(false, { period: period(text, sec), span: 3 })).toMatchObject({
          startSec: undefined,
          stepSec: sec,
          points: 3,
        })
      },
    )

    test('error: 400 when the start is after the end', () => {
      expect(() => ask(false, { start: 6 * DAY, end: 5 * DAY })).toThrow(
        expect.objectContaining({ status: 400 }),
      )
    })
  })

  describe('pro reading', () => {
    test.each([
      { text: '1d', days: 1, hours: 1 },
      { text: '7d', days: 7, hours: 24 },
      { text: '30d', days: 30, hours: 24 },
      { text: '90d', days: 90, hours: 24 },
      { text: '180d', days: 180, hours: 24 },
      { text: '365d', days: 365, hours: 24 },
      { text: '7D', days: 7, hours: 24 },
    ])(
      'behavior: $text is the range back from now, a point every $hours h',
      ({ text, days, hours }) => {
        expect(ask(true, { period: period(text, days * DAY) })).toMatchObject({
          startSec: NOW - days * DAY,
          endSec: NOW,
          stepSec: hours * HOUR,
          countFrom: 'end',
          points: 0,
        })
      },
    )

    test('behavior: span is the hours between points', () => {
      expect(ask(true, { period: period('30d', 30 * DAY), span: 6 })).toMatchObject({
        startSec: NOW - 30 * DAY,
        stepSec: 6 * HOUR,
        points: 0,
      })
    })

    test('behavior: span 0 is the default', () => {
      expect(ask(true, { period: period('1d', DAY), span: 0 })).toMatchObject({ stepSec: HOUR })
      expect(ask(true, { period: period('7d', 7 * DAY), span: 0 })).toMatchObject({ stepSec: DAY })
    })

    test.each([
      { name: 'with a start', asked: { start: 500 * DAY, period: period('7d', 7 * DAY), span: 3 } },
      { name: 'with an end', asked: { end: 500 * DAY, period: period('7d', 7 * DAY), span: 3 } },
    ])('behavior: $name the free reading holds', ({ asked }) => {
      expect(ask(true, asked)).toMatchObject({ stepSec: 7 * DAY, points: 3 })
    })

    test.each([
      ['24h', DAY],
      ['2d', 2 * DAY],
      ['86400', DAY],
      ['1w', 7 * DAY],
    ])('behavior: %s is none of the fixed ranges, so it is a spacing', (text, sec) => {
      expect(ask(true, { period: period(text, sec) })).toMatchObject({
        startSec: undefined,
        stepSec: sec,
      })
    })
  })

  describe('width', () => {
    test.each([
      { name: 'a tenth of the day', asked: {}, width: 8_640 },
      { name: 'a tenth of the period', asked: { period: period('4h', 4 * HOUR) }, width: 1_440 },
      { name: 'at most two days', asked: { period: period('60d', 60 * DAY) }, width: 2 * DAY },
      { name: 'as asked', asked: { searchWidth: 600 }, width: 600 },
      { name: 'as asked, at most two days', asked: { searchWidth: 5 * DAY }, width: 2 * DAY },
    ])('behavior: $name', ({ asked, width }) => {
      expect(ask(false, asked).widthSec).toBe(width)
    })

    test('behavior: in the pro reading a tenth of the range, at most two days', () => {
      expect(ask(true, { period: period('1d', DAY) }).widthSec).toBe(8_640)
      expect(ask(true, { period: period('7d', 7 * DAY) }).widthSec).toBe(60_480)
      expect(ask(true, { period: period('365d', 365 * DAY) }).widthSec).toBe(2 * DAY)
    })
  })

  describe('without bounds timestamps stand on full days, hours or minutes', () => {
    const LATER = NOW + 11 * HOUR + 50 * 60 + 7
    const later = (isPro: boolean, asked: Partial<ChartQuery>) => {
      const nothing = { start: undefined, end: undefined, span: undefined, searchWidth: undefined }
      return chartRange({ ...nothing, period: undefined, ...asked, isPro, nowSec: LATER })
    }

    test.each([
    { name: 'daily', asked: {}, endSec: NOW },
    { name: 'every second day', asked: { period: period('2d', 2 * DAY) }, endSec: NOW },
    { name: 'hourly', asked: { period: period('1h', HOUR) }, endSec: NOW + 11 * HOUR },
    { name: 'every 36 hours', asked: { period: period('36h', 36 * HOUR) }, endSec: NOW + 11 * HOUR },
    { name: 'every 5 minutes', asked: { period: period('5m', 300) }, endSec: LATER - 7 },
    { name: 'every 7 seconds', asked: { period: period('7', 7) }, endSec: LATER },
  ])('behavior: $name', ({ asked, endSec }) => {
    expect(later(false, asked).endSec).toBe(endSec)
  }) // biome-ignore format: a case a line

    test('behavior: the pro ranges end there and begin a range before', () => {
      const year = later(true, { period: period('365d', 365 * DAY) })
      expect(year).toMatchObject({ startSec: NOW - 365 * DAY, endSec: NOW })
      const day = later(true, { period: period('1d', DAY) })
      expect(day).toMatchObject({ startSec: NOW - 13 * HOUR, endSec: NOW + 11 * HOUR })
    })

    test('behavior: bounds are taken as they are given', () => {
      expect(later(false, { start: 5 })).toMatchObject({ startSec: 5, endSec: LATER })
      expect(later(false, { end: LATER - 1 }).endSec).toBe(LATER - 1)
    })
  })
})

describe('chart timestamps', () => {
  const HOUR = 3_600
  const DAY = 86_400
  const NOW = 1_000 * DAY
  const days = (...numbers: number[]) => numbers.map((number) => number * DAY)

  /**
   * The timestamps of a request, with the earliest record on day 994 and a search width of one
   * second, so that only whole steps fit.
   */
  function timestamps(
    asked: Partial<ChartQuery>,
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
    return chartTimestamps(chartRange({ ...nothing, ...asked, nowSec: NOW }), coins, firstSec)
  }

  describe('free reading', () => {
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
    { name: 'both at one timestamp', asked: { start: 995 * DAY, end: 995 * DAY }, expected: days(995) },
    { name: 'an end between two steps', asked: { start: 995 * DAY, end: 996.5 * DAY }, expected: days(995, 996) },
    { name: 'a start in the future', asked: { start: 1_001 * DAY }, expected: [] },
    { name: 'an end before the first record', asked: { end: 993 * DAY }, expected: [] },
    { name: 'every second day', asked: { period: { text: '2d', sec: 2 * DAY } }, expected: days(994, 996, 998, 1_000) },
    { name: 'a fixed range is a spacing on the free root', asked: { period: { text: '7d', sec: 7 * DAY }, span: 3 }, expected: days(986, 993, 1_000) },
  ])('behavior: $name', ({ asked, expected }) => {
    expect(timestamps(asked)).toEqual(expected)
  }) // biome-ignore format: a case a line

    test('behavior: the first record belongs to a timestamp up to a search width before it', () => {
      // Day 994 at 00:30 is within 2.4 hours of day 994 at 00:00; day 994 at 03:00 is not.
      const asked = { end: 996 * DAY, searchWidth: undefined }
      expect(timestamps(asked, { firstSec: 994 * DAY + HOUR / 2 })).toEqual(days(994, 995, 996))
      expect(timestamps(asked, { firstSec: 994 * DAY + 3 * HOUR })).toEqual(days(995, 996))
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
      expect(chartTimestamps(range, 1)).toEqual([])
    })

    test('behavior: no timestamp is before 1970', () => {
      expect(timestamps({ end: 2 * DAY, span: 10 })).toEqual(days(0, 1, 2))
    })
  })

  describe('pro reading', () => {
    test('behavior: 7d is now and the seven days before', () => {
      expect(timestamps({ isPro: true, period: { text: '7d', sec: 7 * DAY } })).toEqual(
        days(993, 994, 995, 996, 997, 998, 999, 1_000),
      )
    })

    test('behavior: 7d with span 48 is every second day back from now', () => {
      expect(timestamps({ isPro: true, period: { text: '7d', sec: 7 * DAY }, span: 48 })).toEqual(
        days(994, 996, 998, 1_000),
      )
    })

    test('behavior: 1d is hourly: 25 timestamps from a day ago to now', () => {
      const found = timestamps({ isPro: true, period: { text: '1d', sec: DAY } })
      expect(found).toHaveLength(25)
      expect(found.slice(0, 2)).toEqual([999 * DAY, 999 * DAY + HOUR])
      expect(found.at(-1)).toBe(NOW)
    })
  })

  describe('at most 5,000 points over all coins, the newest kept', () => {
    const hourly = { text: '1h', sec: HOUR }

    test('behavior: a range that is too long loses its beginning', () => {
      // 300 days of hours are 7,201 timestamps.
      const found = timestamps({ start: 700 * DAY, period: hourly })
      expect(found).toHaveLength(5_000)
      expect(found[0]).toBe(NOW - 4_999 * HOUR)
      expect(found.at(-1)).toBe(NOW)
    })

    test('behavior: so does a number of points from the start', () => {
      const found = timestamps({ start: 700 * DAY, period: hourly, span: 6_000 })
      expect(found).toHaveLength(5_000)
      expect(found[0]).toBe(700 * DAY + 1_000 * HOUR)
      expect(found.at(-1)).toBe(700 * DAY + 5_999 * HOUR)
    })

    test('behavior: and a number of points back from now', () => {
      const found = timestamps({ period: hourly, span: 6_000 })
      expect(found).toHaveLength(5_000)
      expect(found.at(-1)).toBe(NOW)
    })

    test.each([
      [2, 2_500],
      [3, 1_666],
      [500, 10],
    ])('behavior: %d coins have %d points each', (coins, points) => {
      const found = timestamps({ start: 700 * DAY, period: hourly }, { coins })
      expect(found).toHaveLength(points)
      expect(found.at(-1)).toBe(NOW)
    })
  })
})
