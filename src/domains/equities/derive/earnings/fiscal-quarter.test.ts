import { expect, test } from 'vitest'
import { dateOf, dayOf } from '../days.ts'
import {
  expectedEnd,
  fiscalQuarter,
  nextQuarter,
  previousQuarter,
  quarterBefore,
  quarterNumber,
} from './fiscal-quarter.ts'

const key = ({ year, quarter }: { year: number; quarter: number }) => `${year}-Q${quarter}`

test.each([
  ['2025-03-31', '1231', '2025-Q1'],
  ['2025-12-31', '1231', '2025-Q4'],
  // A year that ends on the last Saturday of September.
  ['2025-09-27', '0926', '2025-Q4'],
  ['2024-12-28', '0926', '2025-Q1'],
  ['2023-07-01', '0926', '2023-Q3'],
  ['2023-09-30', '0926', '2023-Q4'],
  // A year that ends in January is named after the year it ends in.
  ['2025-01-31', '0131', '2025-Q4'],
  ['2025-04-30', '0131', '2026-Q1'],
  // One that ends with the first days of January after the one before.
  ['2021-01-02', '1231', '2020-Q4'],
  ['2022-01-01', '0101', '2021-Q4'],
  ['2025-06-30', '0630', '2025-Q4'],
  ['2024-02-29', '0228', '2024-Q4'],
])('default: the quarter that ends on %s in a year to %s is %s', (end, yearEnd, expected) => {
  expect(key(fiscalQuarter(dayOf(end), yearEnd))).toBe(expected)
})

test.each([
  [{ year: 2025, quarter: 1 as const }, '1231', '2025-03-31'],
  [{ year: 2025, quarter: 2 as const }, '1231', '2025-06-30'],
  [{ year: 2026, quarter: 1 as const }, '0131', '2025-04-30'],
  [{ year: 2025, quarter: 4 as const }, '0926', '2025-09-26'],
  [{ year: 2024, quarter: 4 as const }, '0229', '2024-02-29'],
])('behavior: %j of a year to %s is expected to end on %s', (quarter, yearEnd, expected) => {
  expect(dateOf(expectedEnd(quarter, yearEnd))).toBe(expected)
})

test.each([
  ['2026-01-14', '1231', '2025-Q4'],
  ['2025-12-31', '1231', '2025-Q3'],
  ['2026-01-01', '1231', '2025-Q4'],
  ['2025-05-28', '0201', '2026-Q1'],
])(
  'behavior: on %s the last quarter that had ended, in a year to %s, is %s',
  (day, yearEnd, expected) => {
    expect(key(quarterBefore(dayOf(day), yearEnd))).toBe(expected)
  },
)

test('behavior: quarters follow each other', () => {
  expect(key(nextQuarter({ year: 2025, quarter: 4 }))).toBe('2026-Q1')
  expect(key(previousQuarter({ year: 2025, quarter: 1 }))).toBe('2024-Q4')
  expect(
    quarterNumber({ year: 2026, quarter: 1 }) - quarterNumber({ year: 2025, quarter: 4 }),
  ).toBe(1)
})
