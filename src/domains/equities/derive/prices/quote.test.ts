import { expect, test } from 'vitest'
import { makeQuote, yearRange } from './quote.ts'

const at = (iso: string) => Date.parse(iso) / 1000
const daily = (closes: Record<string, number>, volume = 1_000) => ({
  timesSec: Object.keys(closes).map(at),
  closes: Object.values(closes),
  volume,
})

// 14 January 2026 is a Wednesday.
const YEAR = daily({
  '2025-01-13': 50,
  '2025-01-15': 51,
  '2025-07-14': 60,
  '2025-10-14': 70,
  '2025-12-12': 80,
  '2025-12-31': 90,
  '2026-01-07': 95,
  '2026-01-13': 99,
  '2026-01-14': 100,
})

test('default: the last close, against the last close on or before the start of each window', () => {
  expect(makeQuote(YEAR, undefined, [])).toEqual({
    price: 100,
    atSec: at('2026-01-14'),
    volume: 1_000,
    volumeAsOfSec: at('2026-01-14'),
    previousClose: 99,
    close7d: 95,
    // 14 December was a Sunday: the Friday before.
    close1m: 80,
    close3m: 70,
    close6m: 60,
    closeYtd: 90,
    close1y: 50,
  })
})

test('behavior: a session without a close yet is priced by its newest five-minute bar', () => {
  const live = { atSec: at('2026-01-15T15:05:00Z'), close: 103, volume: 40 }
  expect(makeQuote(YEAR, live, [])).toMatchObject({
    price: 103,
    atSec: live.atSec,
    volume: 40,
    volumeAsOfSec: live.atSec,
    previousClose: 100,
  })
})

test('behavior: once the day has a close it counts, at the time of the last bar; older bars do not', () => {
  const sameDay = { atSec: at('2026-01-14T20:55:00Z'), close: 99.5, volume: 40 }
  expect(makeQuote(YEAR, sameDay, [])).toMatchObject({
    price: 100,
    atSec: sameDay.atSec,
    volume: 1_000,
    previousClose: 99,
  })
  expect(makeQuote(YEAR, { ...sameDay, atSec: at('2026-01-13T20:55:00Z') }, [])).toMatchObject({
    price: 100,
    atSec: at('2026-01-14'),
  })
})

test('behavior: earlier closes are in today’s shares', () => {
  // 2-for-1 on 14 January, 5-for-1 in November: 99 ÷ 2, 70 ÷ 10.
  const splits = [
    { atSec: at('2026-01-14'), ratio: 2 },
    { atSec: at('2025-11-03'), ratio: 5 },
  ]
  expect(makeQuote(YEAR, undefined, splits)).toMatchObject({
    price: 100,
    previousClose: 49.5,
    close3m: 7,
  })
})

test('behavior: a window that began before the share was traded has no start', () => {
  expect(makeQuote(daily({ '2026-01-05': 10, '2026-01-14': 11 }), undefined, [])).toMatchObject({
    previousClose: 10,
    close7d: 10,
    close1m: null,
    closeYtd: null,
    close1y: null,
  })
})

test('behavior: ten days before the start still count, eleven do not', () => {
  expect(makeQuote(daily({ '2025-12-28': 10, '2026-01-14': 11 }), undefined, [])).toMatchObject({
    close7d: 10,
  })
  expect(makeQuote(daily({ '2025-12-27': 10, '2026-01-14': 11 }), undefined, [])).toMatchObject({
    close7d: null,
  })
})

test('behavior: one bar, only intraday, nothing', () => {
  expect(makeQuote(daily({ '2026-01-14': 11 }), undefined, [])).toMatchObject({
    price: 11,
    previousClose: null,
  })
  expect(
    makeQuote(undefined, { atSec: at('2026-01-14T15:00:00Z'), close: 5, volume: 2 }, []),
  ).toMatchObject({
    price: 5,
    volume: 2,
    previousClose: null,
  })
  expect(makeQuote(undefined, undefined, [])).toBeNull()
  expect(makeQuote(daily({}), undefined, [])).toBeNull()
})

const DAY = 86_400
const bar = (day: number, low: number, high: number) => ({
  atSec: day * DAY,
  open: low,
  high,
  low,
  close: high,
  volume: 1,
})

test('default: the extremes of 52 weeks', () => {
  // 364 days before day 1,000 is day 636: its bar is out, that of the next day in.
  const bars = [bar(636, 1, 99), bar(637, 20, 60), bar(900, 30, 50)]
  expect(yearRange(bars, { price: 40, atSec: 1_000 * DAY + 500 })).toEqual({ high: 60, low: 20 })
})

test('behavior: the newest price counts, also alone', () => {
  expect(yearRange([bar(900, 30, 50)], { price: 55, atSec: 1_000 * DAY })).toEqual({
    high: 55,
    low: 30,
  })
  expect(yearRange([], { price: 55, atSec: 1_000 * DAY })).toEqual({ high: 55, low: 55 })
})
