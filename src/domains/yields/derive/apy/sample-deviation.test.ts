import { expect, test } from 'vitest'
import { sampleDeviation } from './sample-deviation.ts'

test.each([
  ['nothing', 0, 0, 0],
  ['one value', 1, 0, 0],
  // 2, 4 and 9: 26 ÷ 2 = 13.
  ['three values', 3, 26, Math.sqrt(13)],
  ['values alike', 5, 0, 0],
  ['a rounding error below zero', 5, -1e-20, 0],
])('behavior: %s', (_, count, squares, expected) => {
  expect(sampleDeviation(count, squares)).toBe(expected)
})
