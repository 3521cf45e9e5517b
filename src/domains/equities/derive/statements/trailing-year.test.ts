import { expect, test } from 'vitest'
import { dayOf } from '../days.ts'
import { figure, Q1, Q2, Q3, YEAR } from './figures-for-tests.ts'
import { makeLedger } from './ledger.ts'
import { newestPeriodEnd, trailingYear } from './trailing-year.ts'

const NEXT_Q1 = '2026-01-01..2026-03-31'
const year = [
  figure('revenue', Q1, 10),
  figure('revenue', Q2, 11),
  figure('revenue', Q3, 12),
  figure('revenue', YEAR, 46),
]
const revenue = (figures: Parameters<typeof makeLedger>[0]) =>
  trailingYear(makeLedger(figures), (read) => read('revenue'))

test.each([
  [
    'default: the four newest quarters: 11 + 12 + 13 + 14',
    [...year, figure('revenue', NEXT_Q1, 14)],
    50,
  ],
  ['behavior: the year itself when the newest period ends it', year, 46],
  ['behavior: only yearly reports', [figure('revenue', YEAR, 46)], 46],
  [
    'behavior: a quarter that is missing',
    [...year.filter((_, index) => index !== 2), figure('revenue', NEXT_Q1, 14)],
    null,
  ],
  ['behavior: three quarters', year.slice(0, 3), null],
  ['behavior: nothing', [], null],
])('%s', (_, figures, expected) => {
  expect(revenue(figures)).toBe(expected)
})

test('behavior: a line that ended a year ago is unknown, not stale', () => {
  const figures = [...year, figure('revenue', NEXT_Q1, 14), figure('netIncome', YEAR, 5)]
  expect(trailingYear(makeLedger(figures), (read) => read('netIncome'))).toBeNull()
})

test('behavior: the end of the newest period', () => {
  expect(newestPeriodEnd(makeLedger(year))).toBe(dayOf('2025-12-31'))
  expect(newestPeriodEnd(makeLedger([]))).toBeNull()
})
