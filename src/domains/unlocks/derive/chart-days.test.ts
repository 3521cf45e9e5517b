import { expect, test } from 'vitest'
import { day } from '../schedules-for-tests.ts'
import { chartDays, MAX_POINTS } from './chart-days.ts'

const span = (from: string, to: string) => ({ startSec: day(from), endSec: day(to) })

test('default: whole days from the first start to the last end', () => {
  expect(
    chartDays([span('2024-02-28T15:00', '2024-02-29T00:01'), span('2024-02-29', '2024-02-29')]),
  ).toEqual(['2024-02-28', '2024-02-29', '2024-03-01'].map(day))
})

test('behavior: an end at midnight is the last point', () => {
  expect(chartDays([span('2024-01-01', '2024-01-03')])).toEqual(
    ['2024-01-01', '2024-01-02', '2024-01-03'].map(day),
  )
})

test('behavior: one moment at midnight is one point', () => {
  expect(chartDays([span('2024-01-01', '2024-01-01')])).toEqual([day('2024-01-01')])
})

test('behavior: what has not started does not count; nothing started is no chart', () => {
  const unknown = { startSec: undefined, endSec: 0 }
  expect(chartDays([unknown, span('2024-01-01', '2024-01-01')])).toEqual([day('2024-01-01')])
  expect(chartDays([unknown])).toEqual([])
  expect(chartDays([])).toEqual([])
})

test('behavior: a chart never has more points than a service can answer with', () => {
  const long = Array.from({ length: 40 }, () => span('2009-01-01', '2105-01-01'))
  // 40 sections share the points: 2,500 days for each.
  expect(chartDays(long)).toHaveLength(MAX_POINTS / 40)
})
