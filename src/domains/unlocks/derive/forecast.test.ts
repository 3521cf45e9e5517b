import { expect, test } from 'vitest'
import { day } from '../schedules-for-tests.ts'
import { addForecast } from './forecast.ts'

const line = (records: Record<string, number>) => ({
  timesSec: Object.keys(records).map(day),
  values: Object.values(records),
})

test('default: the pace of the last 100 days until the allocation is reached', () => {
  // 2024-01-01 + 100 days = 2024-04-10 (29 days of February); + 100 = 2024-07-19. Pace 1,000 in 100
  // days; 500 more take 50: 2024-09-07.
  const known = { '2024-01-01': 0, '2024-04-10': 500, '2024-07-19': 1_500 }
  expect(addForecast(line(known), 2_000)).toEqual(line({ ...known, '2024-09-07': 2_000 }))
})

test('behavior: the window may begin between two records', () => {
  // A record every 200 days, 2,000 more each: 100 days before the last there were 1,000 less. Pace
  // 10 a day; 30 more take three days.
  const known = { '2023-01-01': 1_000, '2023-07-20': 3_000 }
  expect(addForecast(line(known), 3_030)).toEqual(line({ ...known, '2023-07-23': 3_030 }))
})

test('behavior: records of less than 100 days have the pace they have', () => {
  // 50 in ten days; 25 more take five.
  const known = { '2024-03-01': 100, '2024-03-11': 150 }
  expect(addForecast(line(known), 175)).toEqual(line({ ...known, '2024-03-16': 175 }))
})

test('behavior: never more than five years of the calendar', () => {
  // Pace 10 a day. From 2024-01-11 to 2029-01-11 there are 1,827 days, with the leap days of 2024
  // and 2028.
  const known = { '2024-01-01': 0, '2024-01-11': 100 }
  expect(addForecast(line(known), 1e9)).toEqual(line({ ...known, '2029-01-11': 100 + 18_270 }))
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
])('behavior: %s adds nothing', (_, records, allocation) => {
  expect(addForecast(line(records), allocation)).toEqual(line(records))
})
