import { describe, expect, test } from 'vitest'
import { type ChartQuestion, chartRange } from './chart-range.ts'

const HOUR = 3_600
const DAY = 86_400
const NOW = 1_000 * DAY
const period = (text: string, sec: number) => ({ text, sec })

function ask(isPro: boolean, asked: Partial<ChartQuestion> = {}) {
  const nothing = {
    start: undefined,
    end: undefined,
    span: undefined,
    period: undefined,
    searchWidth: undefined,
  }
  return chartRange({ ...nothing, ...asked, isPro, nowSec: NOW })
}

describe('free reading (decision 12)', () => {
  test.each([
    { name: 'neither bound: open towards the past, up to now, daily', asked: {}, range: { startSec: undefined, endSec: NOW, stepSec: DAY, countFrom: 'end', points: 0 } },
    { name: 'end only: counted backward from it', asked: { end: 500 * DAY }, range: { startSec: undefined, endSec: 500 * DAY, countFrom: 'end', points: 0 } },
    { name: 'start only: counted forward from it, up to now', asked: { start: 500 * DAY }, range: { startSec: 500 * DAY, endSec: NOW, countFrom: 'start', points: 0 } },
    { name: 'both: counted forward from the start', asked: { start: 5 * DAY, end: 9 * DAY }, range: { startSec: 5 * DAY, endSec: 9 * DAY, countFrom: 'start', points: 0 } },
    { name: 'both may be the same moment', asked: { start: 5 * DAY, end: 5 * DAY }, range: { startSec: 5 * DAY, endSec: 5 * DAY } },
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

  test('error: 400 when the start lies after the end', () => {
    expect(() => ask(false, { start: 6 * DAY, end: 5 * DAY })).toThrow(
      expect.objectContaining({ status: 400 }),
    )
  })
})

describe('pro reading (decision 12)', () => {
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

describe('width (decision 13)', () => {
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

describe('without bounds moments stand on full days, hours or minutes (decision 181)', () => {
  const LATER = NOW + 11 * HOUR + 50 * 60 + 7
  const later = (isPro: boolean, asked: Partial<ChartQuestion>) => {
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
