import { expect, test } from 'vitest'
import { yearRange } from './year-range.ts'

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
