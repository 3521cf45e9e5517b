import { expect, test } from 'vitest'
import { at, daily, shown } from '../series-for-tests.ts'
import {
  type DailySeries,
  dayOf,
  lastDayOf,
  type Report,
  reportedOn,
  toDailySeries,
  withReports,
} from './daily-series.ts'

const report = (day: number, hour: number, ...values: number[]): Report => ({
  atSec: at(day, hour),
  values,
  isCarried: false,
})
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
  [0, 0],
  [86_399, 0],
  [86_400, 1],
])('behavior: second %d is in day %d', (atSec, day) => {
  expect(dayOf(atSec)).toBe(day)
})

test.each<[string, DailySeries | undefined, Report[], unknown]>([
  [
    'a first report makes a series',
    undefined,
    [report(5, 1, 7, 8)],
    { firstDay: 5, lastSec: at(5, 1), columns: [[7], [8]] },
  ],
  [
    'of several on a first day the last stands',
    undefined,
    [report(5, 1, 7), report(5, 2, 9)],
    { firstDay: 5, lastSec: at(5, 2), columns: [[9]] },
  ],
  [
    'a later report of the day replaces it',
    daily({ 5: 7 }),
    [report(5, 13, 9)],
    { firstDay: 5, lastSec: at(5, 13), columns: [[9]] },
  ],
  [
    'another version of the same time replaces it',
    daily({ 5: 7 }),
    [report(5, 12, 9)],
    { firstDay: 5, lastSec: at(5), columns: [[9]] },
  ],
  [
    'of two versions of a time the later run stands',
    daily({ 5: 7 }),
    [report(6, 1, 8), report(6, 1, 9)],
    { firstDay: 5, lastSec: at(6, 1), columns: [[7, 9]] },
  ],
  [
    'an earlier report of the day changes nothing',
    daily({ 5: 7 }),
    [report(5, 11, 9)],
    { firstDay: 5, lastSec: at(5), columns: [[7]] },
  ],
  [
    'days in between stay empty',
    daily({ 5: 7 }),
    [report(8, 0, 9)],
    { firstDay: 5, lastSec: at(8, 0), columns: [[7, null, null, 9]] },
  ],
  [
    'no report changes nothing',
    daily({ 5: 7 }),
    [],
    { firstDay: 5, lastSec: at(5), columns: [[7]] },
  ],
  [
    'a report about an earlier day needs another look',
    daily({ 5: 7 }),
    [report(4, 23, 1), report(6, 0, 2)],
    undefined,
  ],
])('behavior: %s', (_, known, reports, expected) => {
  expect(seen(withReports(known, reports))).toEqual(expected)
})

test.each([
  ['a first report that is carried', undefined, [[5, 1, true]], true],
  [
    'of several the last',
    undefined,
    [
      [5, 1, true],
      [5, 2, false],
    ],
    false,
  ],
  ['a later one that is carried', false, [[6, 1, true]], true],
  ['a good version of the same time', true, [[5, 12, false]], false],
  ['one of earlier that day changes nothing', false, [[5, 11, true]], false],
  ['no report changes nothing', true, [], true],
] as [string, boolean | undefined, [number, number, boolean][], boolean][])(
  'behavior: whether it is carried: %s',
  (_, known, reports, expected) => {
    const before = known === undefined ? undefined : { ...daily({ 5: 7 }), isLastCarried: known }
    const later = reports.map(([day, hour, isCarried]) => ({ ...report(day, hour, 9), isCarried }))
    expect(withReports(before, later)?.isLastCarried).toBe(expected)
  },
)

test('behavior: the series that was followed is left as it was', () => {
  const known = daily({ 5: 7 })
  withReports(known, [report(5, 13, 9)])
  expect(seen(known)?.columns).toEqual([[7]])
})
