import { expect, test } from 'vitest'
import { changeOverDays } from './change-over-days.ts'
import { DAY_SEC } from './times.ts'

const points = [
  [0, 80],
  [7 * DAY_SEC, 100],
  [14 * DAY_SEC, 125],
  [15 * DAY_SEC, null],
] as const

test('the newest known value against the day exactly some days before', () => {
  expect(changeOverDays(points, 7)).toBe(25)
  expect(changeOverDays(points, 14)).toBe(56.25)
})

test('a day that is not over is compared by its day', () => {
  expect(changeOverDays([...points, [15 * DAY_SEC + 25_200, 150]], 1)).toBeCloseTo(20)
})

test('missing where that day has no value, or 0', () => {
  expect(changeOverDays(points, 6)).toBeNull()
  expect(
    changeOverDays(
      [
        [0, 0],
        [DAY_SEC, 5],
      ],
      1,
    ),
  ).toBeNull()
  expect(changeOverDays([[0, null]], 1)).toBeNull()
  expect(changeOverDays([], 1)).toBeNull()
})
