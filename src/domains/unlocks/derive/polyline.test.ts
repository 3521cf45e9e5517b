import { expect, test } from 'vitest'
import { day } from '../schedules-for-tests.ts'
import { addForecast, polylineAt } from './polyline.ts'

const line = { timesSec: [100, 200, 400], values: [10, 30, 0.1] }

test.each([
  ['before the first', 99, 0],
  ['at the first', 100, 10],
  // A quarter of the way from 10 to 30.
  ['between two', 125, 15],
  ['at one of them, exactly as given', 200, 30],
  ['at the last, exactly as given', 400, 0.1],
  ['after the last', 9_999, 0.1],
  ['at the end of time', Number.POSITIVE_INFINITY, 0.1],
])('behavior: %s', (_, atSec, expected) => {
  expect(polylineAt(line, atSec)).toBe(expected)
})

test('behavior: of nothing it is 0', () => {
  expect(polylineAt({ timesSec: [], values: [] }, 5)).toBe(0)
})

const records = (byDay: Record<string, number>) => ({
  timesSec: Object.keys(byDay).map(day),
  values: Object.values(byDay),
})

test('default: the pace of the last 100 days until the allocation is reached', () => {
  // 2024-01-01 + 100 days = 2024-04-10 (29 days of February); + 100 = 2024-07-19. Pace 1,000 in 100
  // days; 500 more take 50: 2024-09-07.
  const known = { '2024-01-01': 0, '2024-04-10': 500, '2024-07-19': 1_500 }
  expect(addForecast(records(known), 2_000)).toEqual(records({ ...known, '2024-09-07': 2_000 }))
})

test('behavior: the window may begin between two records', () => {
  // A record every 200 days, 2,000 more each: 100 days before the last there were 1,000 less. Pace
  // 10 a day; 30 more take three days.
  const known = { '2023-01-01': 1_000, '2023-07-20': 3_000 }
  expect(addForecast(records(known), 3_030)).toEqual(records({ ...known, '2023-07-23': 3_030 }))
})

test('behavior: records of less than 100 days have the pace they have', () => {
  // 50 in ten days; 25 more take five.
  const known = { '2024-03-01': 100, '2024-03-11': 150 }
  expect(addForecast(records(known), 175)).toEqual(records({ ...known, '2024-03-16': 175 }))
})

test('behavior: never more than five years of the calendar', () => {
  // Pace 10 a day. From 2024-01-11 to 2029-01-11 there are 1,827 days, with the leap days of 2024
  // and 2028.
  const known = { '2024-01-01': 0, '2024-01-11': 100 }
  expect(addForecast(records(known), 1e9)).toEqual(
    records({ ...known, '2029-01-11': 100 + 18_270 }),
  )
})

test.each([
  ['one record', { '2024-01-01': 5 }, 10],
  ['a standstill', { '2024-01-01': 5, '2024-02-01': 5 }, 10],
  [
    'a standstill of 100 days after better ones',
    { '2023-01-01': 1, '2023-06-01': 5, '2024-02-01': 5 },
    10,
  ],
  ['an allocation that is reached', { '2024-01-01': 5, '2024-02-01': 10 }, 10],
  ['an allocation that is surpassed', { '2024-01-01': 5, '2024-02-01': 11 }, 10],
])('behavior: %s adds nothing', (_, byDay: Record<string, number>, allocation) => {
  expect(addForecast(records(byDay), allocation)).toEqual(records(byDay))
})
