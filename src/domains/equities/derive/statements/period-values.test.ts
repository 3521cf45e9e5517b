import { expect, test } from 'vitest'
import { dateOf, dayOf } from '../days.ts'
import {
  areConsistent,
  filedValues,
  type PeriodFigure,
  periodValues,
  quartersIn,
  subtract,
  type Versions,
} from './period-values.ts'

/** A figure filed on a day with one value, or on later days with others: `[day, value]`. */
function filed(...versions: [string, number][]): Versions {
  const [first, last] = [versions[0], versions.at(-1)]
  if (first === undefined || last === undefined) throw new Error('a figure needs a filing')
  const changed = versions.find(([, value]) => value === last[1]) ?? last
  return {
    value: last[1],
    firstValue: first[1],
    firstFiled: first[0],
    lastFiled: last[0],
    changedFiled: changed[0],
  }
}

const QUARTERS = [filed(['2024-05-01', 10]), filed(['2024-08-01', 11]), filed(['2024-11-01', 12])]

test.each([
  ['default: nothing was restated', filed(['2025-02-15', 46]), QUARTERS, true],
  [
    'behavior: the year was filed again with the same value',
    filed(['2025-02-15', 46], ['2026-02-15', 46]),
    QUARTERS,
    true,
  ],
  [
    'behavior: only the year was restated',
    filed(['2025-02-15', 46], ['2026-02-15', 44]),
    QUARTERS,
    false,
  ],
  [
    'behavior: the year was restated, and so was a quarter, in the reports of the next year',
    filed(['2025-02-15', 46], ['2026-02-15', 44]),
    [
      filed(['2024-05-01', 10], ['2025-05-01', 9]),
      filed(['2024-08-01', 11], ['2025-08-01', 11]),
      filed(['2024-11-01', 12], ['2025-11-01', 11]),
    ],
    true,
  ],
  [
    'behavior: the year was restated, but one quarter has only its old version',
    filed(['2025-02-15', 46], ['2026-02-15', 44]),
    [
      filed(['2024-05-01', 10], ['2025-05-01', 9]),
      filed(['2024-08-01', 11]),
      filed(['2024-11-01', 12], ['2025-11-01', 11]),
    ],
    false,
  ],
  [
    'behavior: a quarter was corrected before the year was filed',
    filed(['2025-02-15', 46]),
    [filed(['2024-05-01', 10], ['2024-06-01', 8]), ...QUARTERS.slice(1)],
    true,
  ],
  [
    'behavior: a quarter was restated after the year was last filed',
    filed(['2025-02-15', 46]),
    [filed(['2024-05-01', 10], ['2025-05-01', 8]), ...QUARTERS.slice(1)],
    false,
  ],
  ['behavior: nothing to subtract', filed(['2025-02-15', 46]), [], true],
])('%s', (_, whole, parts, expected) => {
  expect(areConsistent(whole, parts)).toBe(expected)
})

test('default: the rest is the whole less its parts, and is as old as the oldest of them', () => {
  // 46 − 10 − 11 − 12 = 13.
  expect(subtract(filed(['2025-02-15', 46], ['2026-02-15', 46]), QUARTERS)).toEqual({
    value: 13,
    firstValue: 13,
    firstFiled: '2025-02-15',
    lastFiled: '2024-05-01',
    changedFiled: '2025-02-15',
  })
})

test('behavior: inconsistent figures leave nothing', () => {
  expect(subtract(filed(['2025-02-15', 46], ['2026-02-15', 44]), QUARTERS)).toBeUndefined()
})

/** A figure of a period, filed once, or again with another value. */
function figure(
  start: string,
  end: string,
  value: number,
  filed = '2025-01-01',
  again?: [string, number],
): PeriodFigure {
  const last = again ?? [filed, value]
  return {
    startDay: dayOf(start),
    endDay: dayOf(end),
    value: last[1],
    firstValue: value,
    firstFiled: filed,
    lastFiled: last[0],
    changedFiled: last[1] === value ? filed : last[0],
  }
}

const shown = (values: ReadonlyMap<number, { value: number }>) =>
  Object.fromEntries(
    [...values].sort(([a], [b]) => a - b).map(([day, { value }]) => [dateOf(day), value]),
  )

test.each([
  ['a calendar quarter', '2024-01-01', '2024-03-31', 1],
  ['13 weeks', '2024-02-04', '2024-05-04', 1],
  ['14 weeks', '2023-10-29', '2024-02-03', 1],
  ['six months', '2024-01-01', '2024-06-30', 2],
  ['nine months', '2024-01-01', '2024-09-30', 3],
  ['a year', '2024-01-01', '2024-12-31', 4],
  ['53 weeks', '2023-01-29', '2024-02-03', 4],
  ['a day', '2024-01-01', '2024-01-01', undefined],
  ['a month', '2024-01-01', '2024-01-31', undefined],
  ['five months', '2024-01-01', '2024-05-31', undefined],
  ['three years', '2022-01-01', '2024-12-31', undefined],
])('behavior: %s', (_, start, end, expected) => {
  expect(quartersIn(dayOf(start), dayOf(end))).toBe(expected)
})

const Q1 = figure('2024-01-01', '2024-03-31', 10)
const Q2 = figure('2024-04-01', '2024-06-30', 11)
const Q3 = figure('2024-07-01', '2024-09-30', 12)
const YEAR = figure('2024-01-01', '2024-12-31', 46)

test('default: the fourth quarter is the year less three quarters', () => {
  // 46 − 10 − 11 − 12 = 13.
  const { years, quarters } = periodValues([Q1, Q2, Q3, YEAR])
  expect(shown(quarters)).toEqual({
    '2024-03-31': 10,
    '2024-06-30': 11,
    '2024-09-30': 12,
    '2024-12-31': 13,
  })
  expect(shown(years)).toEqual({ '2024-12-31': 46 })
})

test('behavior: a fourth quarter that was filed is taken as it is', () => {
  expect(
    shown(periodValues([Q1, Q2, Q3, YEAR, figure('2024-10-01', '2024-12-31', 14)]).quarters)[
      '2024-12-31'
    ],
  ).toBe(14)
})

test('behavior: cash flows from the start of the year become quarters; nine months are no quarter', () => {
  // 3 months 150, 6 months 330, 9 months 500, year 720: 150, 180, 170, 220.
  const figures = [
    figure('2024-01-01', '2024-03-31', 150),
    figure('2024-01-01', '2024-06-30', 330),
    figure('2024-01-01', '2024-09-30', 500),
    figure('2024-01-01', '2024-12-31', 720),
  ]
  expect(shown(periodValues(figures).quarters)).toEqual({
    '2024-03-31': 150,
    '2024-06-30': 180,
    '2024-09-30': 170,
    '2024-12-31': 220,
  })
})

test('behavior: without the first quarters the nine months still give the fourth', () => {
  expect(shown(periodValues([figure('2024-01-01', '2024-09-30', 33), YEAR]).quarters)).toEqual({
    '2024-12-31': 13,
  })
})

test('behavior: a quarter that is missing leaves the fourth unknown', () => {
  expect(shown(periodValues([Q1, Q3, YEAR]).quarters)).toEqual({
    '2024-03-31': 10,
    '2024-09-30': 12,
  })
})

test('behavior: a restated year leaves the fourth quarter unknown when the quarters were not restated', () => {
  const restated = figure('2024-01-01', '2024-12-31', 46, '2025-02-01', ['2025-06-20', 44])
  const { years, quarters } = periodValues([Q1, Q2, Q3, restated])
  expect(shown(years)).toEqual({ '2024-12-31': 44 })
  expect(shown(quarters)).not.toHaveProperty('2024-12-31')
})

test('behavior: a 53-week year has a quarter of 14 weeks', () => {
  // Weeks: 13 + 13 + 13 + 14. 530 − 130 − 130 − 130 = 140.
  const figures = [
    figure('2023-01-29', '2023-04-29', 130),
    figure('2023-04-30', '2023-07-29', 130),
    figure('2023-07-30', '2023-10-28', 130),
    figure('2023-01-29', '2024-02-03', 530),
  ]
  expect(shown(periodValues(figures).quarters)['2024-02-03']).toBe(140)
})

test('behavior: quarters of another year are never subtracted', () => {
  expect(
    shown(periodValues([Q1, Q2, Q3, figure('2025-01-01', '2025-12-31', 50)]).quarters),
  ).not.toHaveProperty('2025-12-31')
})

test('behavior: nothing known, one quarter', () => {
  expect(periodValues([])).toEqual({ years: new Map(), quarters: new Map() })
  expect(shown(periodValues([Q2]).quarters)).toEqual({ '2024-06-30': 11 })
})

test('behavior: what is per share is only taken as filed', () => {
  const { years, quarters } = filedValues([
    Q1,
    Q2,
    Q3,
    YEAR,
    figure('2024-01-01', '2024-09-30', 33),
  ])
  expect(shown(years)).toEqual({ '2024-12-31': 46 })
  expect(shown(quarters)).toEqual({ '2024-03-31': 10, '2024-06-30': 11, '2024-09-30': 12 })
})

test('behavior: from the nine months as filed, where single quarters are rounded', () => {
  // 46 − 33.4; less 10 + 11 + 12 it is 13.
  const nineMonths = figure('2024-01-01', '2024-09-30', 33.4)
  const fourth = (before: 'quarters' | 'onePeriod', figures: PeriodFigure[]) =>
    periodValues(figures, before).quarters.get(dayOf('2024-12-31'))?.value
  expect(fourth('quarters', [Q1, Q2, Q3, nineMonths, YEAR])).toBe(13)
  expect(fourth('onePeriod', [Q1, Q2, Q3, nineMonths, YEAR])).toBeCloseTo(12.6, 12)
  expect(fourth('onePeriod', [Q1, Q2, Q3, YEAR])).toBe(13)
  expect(fourth('quarters', [nineMonths, YEAR])).toBeCloseTo(12.6, 12)
})
