import { expect, test } from 'vitest'
import { dateOf } from '../days.ts'
import { figure, HALF, NINE_MONTHS, Q1, Q2, Q3, YEAR } from './figures-for-tests.ts'
import { flowOrZero, flowValues, plainValues } from './line-values.ts'

const shown = (values: ReadonlyMap<number, { value: number }>) =>
  Object.fromEntries(
    [...values].sort(([a], [b]) => a - b).map(([day, { value }]) => [dateOf(day), value]),
  )

test('default: a period takes the best tag that has it', () => {
  const best = [figure('revenue', Q1, 10)]
  const other = [figure('revenue', Q1, 9, { tag: 1 }), figure('revenue', Q2, 11, { tag: 1 })]
  expect(shown(flowValues([best, other]).quarters)).toEqual({ '2025-03-31': 10, '2025-06-30': 11 })
})

test('behavior: when quarters of several tags do not add up to the year, the last one is unknown', () => {
  // By the second tag the fourth quarter is 40 − 27 = 13; with the quarters of the first, 10 + 11 +
  // 12 + 13 = 46 is not 40.
  const best = [figure('revenue', Q1, 10), figure('revenue', Q2, 11), figure('revenue', Q3, 12)]
  const other = [
    figure('revenue', NINE_MONTHS, 27, { tag: 1 }),
    figure('revenue', YEAR, 40, { tag: 1 }),
  ]
  expect(shown(flowValues([best, other]).quarters)).toEqual({
    '2025-03-31': 10,
    '2025-06-30': 11,
    '2025-09-30': 12,
  })
})

test('behavior: a filed fourth quarter may be off by a thousandth of the year, not more', () => {
  const quarters = [
    figure('revenue', Q1, 1000),
    figure('revenue', Q2, 1000),
    figure('revenue', Q3, 1000),
    figure('revenue', YEAR, 4000),
  ]
  const fourth = (value: number) =>
    shown(flowValues([[...quarters, figure('revenue', '2025-10-01..2025-12-31', value)]]).quarters)[
      '2025-12-31'
    ]
  expect(fourth(1004)).toBe(1004)
  expect(fourth(1005)).toBeUndefined()
})

test('behavior: averages and figures per share are never subtracted', () => {
  expect(
    shown(
      plainValues([[figure('sharesBasic', Q1, 100), figure('sharesBasic', YEAR, 104)]]).quarters,
    ),
  ).toEqual({ '2025-03-31': 100 })
})

test('behavior: a cash flow statement without the line says zero', () => {
  // Buybacks only from the second quarter on: 0, then 100 of the half-year, 0 more in the nine
  // months, 50 in the year.
  const cash = [Q1, HALF, NINE_MONTHS, YEAR].map((period) => figure('operatingCash', period, 1))
  const buybacks = [
    figure('repurchases', HALF, 100),
    figure('repurchases', NINE_MONTHS, 100),
    figure('repurchases', YEAR, 150),
  ]
  expect(shown(flowOrZero([buybacks], cash).quarters)).toEqual({
    '2025-03-31': 0,
    '2025-06-30': 100,
    '2025-09-30': 0,
    '2025-12-31': 50,
  })
  expect(shown(flowOrZero([[]], cash).years)).toEqual({ '2025-12-31': 0 })
})

test('behavior: without a statement nothing is known', () => {
  expect(flowOrZero([[]], [])).toEqual({ years: new Map(), quarters: new Map() })
})
