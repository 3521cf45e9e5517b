import { expect, test } from 'vitest'
import type { DayValues } from './day-series.ts'
import { yearSumsOf } from './year-sums.ts'

const D = 20_000
const NONE = Number.NaN

/** Values up to D, the last one that of D. */
function endingAtD(...values: number[]): DayValues {
  return { firstDay: D - values.length + 1, values: Float64Array.from(values) }
}

test('default: sums and days by range, days without a record left out', () => {
  // 8 days back 5 and 7 days back 3 are of the second range; of the first D is missing, and 1, 2
  // and 4 are there.
  const { sums, known, days, sumOfAll } = yearSumsOf(
    endingAtD(5, 3, NONE, 4, NONE, NONE, 2, 1, NONE),
    D,
  )
  expect([...sums]).toEqual([7, 8, 0, 0, 0])
  expect([...known]).toEqual([3, 2, 0, 0, 0])
  expect([...days.slice(0, 10)]).toEqual([0, 1, 1, 0, 0, 1, 0, 1, 1, 0])
  expect(sumOfAll).toBe(15)
})

test('behavior: the ends of the ranges, and what is older than a year counts for all time only', () => {
  // 1 on each of 400 days: 7 + 7 + 16 + 30 + 305 make a year, 35 are before it.
  const { sums, sumOfAll } = yearSumsOf(endingAtD(...Array.from({ length: 400 }, () => 1)), D)
  expect([...sums]).toEqual([7, 7, 16, 30, 305])
  expect(sumOfAll).toBe(400)
})

test('behavior: another day is another year, and days after it are not known yet', () => {
  const series = endingAtD(3, 2, 1)
  expect(yearSumsOf(series, D).sums[0]).toBe(6)
  expect(yearSumsOf(series, D - 1)).toMatchObject({ sumOfAll: 5 })
  expect(yearSumsOf(series, D - 3)).toMatchObject({ sumOfAll: null })
  // Seven days after D its values are of the second range.
  expect([...yearSumsOf(series, D + 7).sums]).toEqual([0, 6, 0, 0, 0])
})
