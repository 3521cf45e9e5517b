import { expect, test } from 'vitest'
import { changeOverDays, percentChange, percentOf, yearsOf } from './sums.ts'
import { DAY_SEC } from './writing.ts'

test.each([
  // 3 of 12 is a quarter.
  [3, 12, 25],
  [0, 12, 0],
  [3, 0, null],
  [null, 12, null],
  [3, undefined, null],
])('%s of %s is %s percent', (part, whole, percent) => {
  expect(percentOf(part, whole)).toBe(percent)
})

test.each([
  // 15 after 12 is a quarter more.
  [15, 12, 25],
  [0, 12, -100],
  [15, 0, null],
  [null, 12, null],
  [15, null, null],
  [undefined, 12, null],
])('%s after %s is a change of %s percent', (now, before, percent) => {
  expect(percentChange(now, before)).toBe(percent)
})

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

test('a market cap in years of what 30 days brought', () => {
  // 30 in 30 days is 365 a year.
  expect(yearsOf(730, 30)).toBe(2)
  expect(yearsOf(730, 0)).toBeNull()
  expect(yearsOf(730, undefined)).toBeNull()
  expect(yearsOf(null, 30)).toBeNull()
})
