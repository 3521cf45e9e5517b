import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LATEST_UNIX_SEC } from '../../../lib/clock.ts'
import {
  dateOf,
  dayOf,
  isMonthEnd,
  isoTime,
  isoTimeOrNull,
  isWeekend,
  lastOfMonth,
  monthsBefore,
  weekdayFrom,
  yearStart,
} from './days.ts'

test.each([
  ['1970-01-01', 0],
  ['1970-01-31', 30],
  // 54 years of 365 days and 13 leap days before 2024.
  ['2024-01-01', 54 * 365 + 13],
  // 970 years from 1000 to 1969: 243 of them fourth years, of which eight centuries are no leap
  // years.
  ['1000-01-01', -(970 * 365 + 243 - 8)],
  ['0999-12-31', -(970 * 365 + 243 - 8) - 1],
])('default: %s is day %d and back', (date, day) => {
  expect(dayOf(date)).toBe(day)
  expect(dateOf(day)).toBe(date)
})

test.each([
  ['2026-01-14', 1, '2025-12-14'],
  ['2026-03-31', 1, '2026-02-28'],
  ['2024-03-31', 1, '2024-02-29'],
  ['2024-02-29', 12, '2023-02-28'],
  ['2026-01-14', 60, '2021-01-14'],
])('behavior: %s less %d months is %s', (date, months, expected) => {
  expect(dateOf(monthsBefore(dayOf(date), months))).toBe(expected)
})

test('behavior: the first of January of a day’s year', () => {
  expect(dateOf(yearStart(dayOf('2026-01-01')))).toBe('2026-01-01')
  expect(dateOf(yearStart(dayOf('2026-12-31')))).toBe('2026-01-01')
})

test('behavior: weekends, also before 1970', () => {
  // 10 January 2026 is a Saturday, 28 December 1969 a Sunday.
  expect(
    ['2026-01-09', '2026-01-10', '2026-01-11', '2026-01-12', '1969-12-28'].map((date) =>
      isWeekend(dayOf(date)),
    ),
  ).toEqual([false, true, true, false, true])
})

test('behavior: the last days of months', () => {
  expect(
    ['2024-02-28', '2024-02-29', '2026-02-28', '2026-12-31', '2026-12-30'].map((date) =>
      isMonthEnd(dayOf(date)),
    ),
  ).toEqual([false, true, true, true, false])
})

test.each(['', 'n/a', '2026-1-5', '20260105', '2026-01-05T00:00'])(
  'behavior: %s is no date',
  (text) => {
    expect(dayOf(text)).toBeNaN()
  },
)

test.each([
  [0, '1970-01-01T00:00:00Z'],
  [59, '1970-01-01T00:00:59Z'],
  [86_399, '1970-01-01T23:59:59Z'],
  [1_709_164_800, '2024-02-29T00:00:00Z'],
  [1_768_392_301, '2026-01-14T12:05:01Z'],
  [-1, '1969-12-31T23:59:59Z'],
])('default: %d is %s', (atSec, text) => {
  expect(isoTime(atSec)).toBe(text)
})

test('behavior: every timestamp is written as the runtime writes it', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: LATEST_UNIX_SEC }), (atSec) => {
      expect(isoTime(atSec)).toBe(new Date(atSec * 1000).toISOString().replace('.000', ''))
    }),
  )
})

test('behavior: a timestamp that is not known', () => {
  expect(isoTimeOrNull(null)).toBeNull()
})

test.each([
  ['the third Monday of a month', 1, 2026, 2, 15, '2026-02-16'],
  ['a day that is one itself', 0, 2026, 3, 8, '2026-03-08'],
  ['the last Monday of a month of 31 days', 1, 2026, 5, 25, '2026-05-25'],
] as const)('behavior: weekdayFrom: %s', (_, weekday, year, month, date, expected) => {
  expect(dateOf(weekdayFrom(weekday, year, month, date))).toBe(expected)
})

test('behavior: the last day of a month, in a leap year too', () => {
  expect(dateOf(lastOfMonth(dayOf('2024-02-10')))).toBe('2024-02-29')
  expect(dateOf(lastOfMonth(dayOf('2025-12-31')))).toBe('2025-12-31')
})
