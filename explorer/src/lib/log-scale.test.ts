import { expect, test } from 'vitest'
import { placeOf, powerBelow, powersOf, rounded, scaleOf, valueAt } from './log-scale.ts'

const scale = { least: 1, most: 10_000 }

test('a place is the share of the powers of ten', () => {
  expect(placeOf(100, scale)).toBeCloseTo(0.5, 12)
  expect(placeOf(0, scale)).toBe(0)
  expect(placeOf(1e9, scale)).toBe(1)
  expect(valueAt(0.25, scale)).toBeCloseTo(10, 12)
  expect(valueAt(2, scale)).toBe(10_000)
})

test('an axis holds all values and shows whole powers of ten', () => {
  expect(scaleOf([3, 250], 1)).toEqual({ least: 1, most: 1000 })
  expect(scaleOf([], 1)).toEqual({ least: 1, most: 10 })
  expect(powersOf({ least: 0.1, most: 100 })).toEqual([0.1, 1, 10, 100])
  expect(rounded(123_456)).toBe(120_000)
})

test('an axis begins at the power of ten below the smallest value', () => {
  expect(powerBelow([2_500, 70], 1)).toBe(10)
  expect(powerBelow([2_500, 0], 1)).toBe(1)
  expect(powerBelow([], 100)).toBe(100)
})
