import { expect, test } from 'vitest'
import { withWholePeriods } from './whole-periods.ts'

// Hours of 3,600 s, named by their numbers: hour 1 is from 3,600 to 7,200.
const hour = (number: number) => ({ fromSec: number * 3_600, atSec: (number + 1) * 3_600 })
const cut = (number: number, seconds: number) => ({
  fromSec: number * 3_600,
  atSec: number * 3_600 + seconds,
})

test('default: whole periods in order, each once', () => {
  expect(
    withWholePeriods('hour', [hour(3), hour(1), hour(3)], [hour(1), hour(2), hour(3)]),
  ).toEqual([hour(1), hour(3)])
})

test('behavior: a reading of a running hour is followed by its whole hour, if that was read since', () => {
  expect(withWholePeriods('hour', [cut(1, 1_200)], [cut(1, 1_200), hour(1)])).toEqual([
    cut(1, 1_200),
    hour(1),
  ])
  expect(withWholePeriods('hour', [cut(1, 1_200)], [cut(1, 1_200)])).toEqual([cut(1, 1_200)])
})

test('behavior: a reading of the very beginning of an hour has no flows, so nothing follows it', () => {
  expect(withWholePeriods('hour', [cut(1, 0)], [cut(1, 0), hour(1)])).toEqual([cut(1, 0)])
})
