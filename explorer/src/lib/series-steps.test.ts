import { expect, test } from 'vitest'
import { periodOf, periodStart, stepped } from './series-steps.ts'
import { DAY_SEC } from './writing.ts'

const day = (text: string) => Date.parse(`${text}T00:00:00Z`) / 1000
const days = (from: string, count: number) =>
  Array.from({ length: count }, (_, index) => day(from) + index * DAY_SEC)

test.each([
  // 16 November 2026 is a Monday.
  ['2026-11-16', 'd', '2026-11-16'],
  ['2026-11-16', 'w', '2026-11-16'],
  ['2026-11-15', 'w', '2026-11-09'],
  ['2026-11-15', 'm', '2026-11-01'],
  ['2026-11-15', 'q', '2026-10-01'],
  ['2026-11-15', 'y', '2026-01-01'],
  ['1969-12-31', 'm', '1969-12-01'],
] as const)('%s by %s begins on %s', (text, step, start) => {
  expect(periodStart(periodOf(day(text), step), step)).toBe(day(start))
})

test('months: a level takes the last value known, a flow adds up, a rate is averaged', () => {
  // 30 and 31 January, 1 to 28 February: February is over.
  const times = days('2026-01-30', 30)
  const values = times.map((_, index) => (index === 29 ? null : index + 1))
  const axis = { times, series: [{ name: 'a', values }] }
  expect(stepped(axis, 'm', 'last')).toEqual({
    times: [day('2026-01-01'), day('2026-02-01')],
    series: [{ name: 'a', values: [2, 29] }],
    openSec: null,
  })
  // 1 + 2; 3 + … + 29 = 29 · 30 / 2 − 3 = 432; their mean is 432 / 27 = 16.
  expect(stepped(axis, 'm', 'sum').series[0]?.values).toEqual([3, 432])
  expect(stepped(axis, 'm', 'mean').series[0]?.values).toEqual([1.5, 16])
})

test('a week that is not over is no small week', () => {
  // Monday 9 to Tuesday 17 November: seven days of 1, then two.
  const axis = { times: days('2026-11-09', 9), series: [{ name: 'a', values: Array(9).fill(1) }] }
  expect(stepped(axis, 'w', 'sum')).toEqual({
    times: [day('2026-11-09'), day('2026-11-16')],
    series: [{ name: 'a', values: [7, null] }],
    openSec: day('2026-11-16'),
  })
  expect(stepped(axis, 'w', 'last').series[0]?.values).toEqual([1, 1])
  expect(stepped(axis, 'd', 'sum').times).toHaveLength(9)
})

test('nothing known in a period is missing, not 0', () => {
  const times = [day('2026-01-05'), day('2026-02-05'), day('2026-02-28')]
  const axis = { times, series: [{ name: 'a', values: [4, null, null] }] }
  expect(stepped(axis, 'm', 'sum').series[0]?.values).toEqual([4, null])
})
