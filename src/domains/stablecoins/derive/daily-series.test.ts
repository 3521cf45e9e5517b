import { expect, test } from 'vitest'
import { at, daily, shown } from '../series-for-tests.ts'
import {
  type DailySeries,
  lastDayOf,
  priceDays,
  reportedOn,
  toDailySeries,
} from './daily-series.ts'

const seen = (series: DailySeries | undefined) =>
  series && {
    firstDay: series.firstDay,
    lastSec: series.lastSec,
    columns: series.columns.map(shown),
  }

test('default: days in any order become one row without holes in its index', () => {
  const series = toDailySeries([12, 10], [[120, 100]], at(12, 23))
  expect(seen(series)).toEqual({ firstDay: 10, lastSec: at(12, 23), columns: [[100, null, 120]] })
  expect(lastDayOf(series)).toBe(12)
})

test.each([
  [9, null],
  [10, 100],
  [11, null],
  [12, 120],
  [13, null],
])('behavior: on day %d %s was reported', (day, value) => {
  const found = reportedOn(daily({ 10: 100, 12: 120 }), day)
  expect(Number.isNaN(found) ? null : found).toBe(value)
})

test.each([
  ['from the first to the last', [daily({ 10: 1, 11: 2 }), daily({ 11: 1, 13: 2 })], 20, 10, 4],
  ['no day after today', [daily({ 10: 1, 11: 2, 12: 3 })], 11, 10, 2],
  ['none when all are after today', [daily({ 10: 1 })], 9, 10, 0],
  ['nothing of nothing', [], 20, 20, 0],
])('behavior: %s', (_, series, today, firstDay, length) => {
  expect(priceDays(series, today)).toEqual({ firstDay, length })
})
