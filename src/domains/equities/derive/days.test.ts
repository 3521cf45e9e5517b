import { expect, test } from 'vitest'
import { dateOf, dayOf, isMonthEnd, isWeekend, monthsBefore, yearStart } from './days.ts'

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
