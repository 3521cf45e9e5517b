import { expect, test } from 'vitest'
import { daysOf, sumByDay, valueAt } from './day-series.ts'

const _ = Number.NaN
const from = (firstDay: number, ...values: number[]) => ({
  firstDay,
  values: Float64Array.from(values),
})

test('default: values by day; a gap, the time before and the time after are missing', () => {
  const series = from(10, 5, _, 7)
  expect([9, 10, 11, 12, 13].map((day) => valueAt(series, day))).toEqual([_, 5, _, 7, _])
})

test.each([
  { name: 'one', series: [from(10, 5, _, 7)], expected: { from: 10, to: 12 } },
  { name: 'two with a gap', series: [from(10, 5), from(20, 1)], expected: { from: 10, to: 20 } },
  { name: 'an empty one', series: [from(0), from(20, 1)], expected: { from: 20, to: 20 } },
  { name: 'none', series: [], expected: { from: 0, to: -1 } },
])('behavior: the days of $name', ({ series, expected }) => {
  expect(daysOf(series)).toEqual(expected)
})

test.each([
  {
    name: 'values of a day add up, a gap of one is not a zero',
    series: [from(10, 5, _, _), from(10, 2, 3, _)],
    days: { from: 10, to: 12 },
    expected: [7, 3, _],
  },
  {
    name: 'a range within',
    series: [from(10, 1, 2, 3, 4), from(11, 10, 20)],
    days: { from: 11, to: 12 },
    expected: [12, 23],
  },
  {
    name: 'a range around',
    series: [from(10, 1), from(12, 3)],
    days: { from: 9, to: 13 },
    expected: [_, 1, _, 3, _],
  },
  { name: 'a range before', series: [from(10, 1)], days: { from: 5, to: 6 }, expected: [_, _] },
  { name: 'a range after', series: [from(10, 1)], days: { from: 15, to: 16 }, expected: [_, _] },
  { name: 'no days', series: [from(10, 1)], days: { from: 0, to: -1 }, expected: [] },
])('behavior: sums by day: $name', ({ series, days, expected }) => {
  expect([...sumByDay(series, days)]).toEqual(expected)
})
