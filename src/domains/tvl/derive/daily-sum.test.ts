import { expect, test } from 'vitest'
import { DailySum } from './daily-sum.ts'

const NONE = Number.NaN
const series = (firstDay: number, ...values: number[]) => ({
  firstDay,
  usd: Float64Array.from(values),
})

function daysOf({ firstDay, usd }: DailySum): Record<number, number> {
  return Object.fromEntries(
    [...usd].flatMap((value, index) => (Number.isNaN(value) ? [] : [[firstDay + index, value]])),
  )
}

test('default: series that overlap are added day by day', () => {
  const sum = new DailySum()
  sum.add(series(10, 1, 2, 3))
  sum.add(series(12, 30, 40))
  sum.add(series(8, 0.5))
  expect(daysOf(sum)).toEqual({ 8: 0.5, 10: 1, 11: 2, 12: 33, 13: 40 })
})

test('behavior: missing is not zero', () => {
  const sum = new DailySum()
  sum.add(series(10, NONE, 2, NONE))
  sum.add(series(10, NONE, NONE, 0))
  expect(daysOf(sum)).toEqual({ 11: 2, 12: 0 })
})

test('behavior: a share of a series between two days', () => {
  const sum = new DailySum()
  sum.add(series(10, 8, 8, 8, 8), { fromDay: 11, untilDay: 13, share: 0.25 })
  expect(daysOf(sum)).toEqual({ 11: 2, 12: 2 })
  sum.add(series(10, 8, 8, 8, 8), { fromDay: 12, untilDay: Number.POSITIVE_INFINITY, share: 1 })
  expect(daysOf(sum)).toEqual({ 11: 2, 12: 10, 13: 8 })
})

test.each([
  ['before it begins', 1, 10],
  ['after it ends', 12, 99],
  ['of no length', 11, 11],
])('behavior: a range %s adds nothing', (_, fromDay, untilDay) => {
  const sum = new DailySum()
  sum.add(series(10, 1, 2), { fromDay, untilDay, share: 1 })
  expect(sum.usd.length).toBe(0)
})
