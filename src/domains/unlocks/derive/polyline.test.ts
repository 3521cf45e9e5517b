import { expect, test } from 'vitest'
import { polylineAt } from './polyline.ts'

const line = { timesSec: [100, 200, 400], values: [10, 30, 0.1] }

test.each([
  ['before the first', 99, 0],
  ['at the first', 100, 10],
  // A quarter of the way from 10 to 30.
  ['between two', 125, 15],
  ['at one of them, exactly as given', 200, 30],
  ['at the last, exactly as given', 400, 0.1],
  ['after the last', 9_999, 0.1],
  ['at the end of time', Number.POSITIVE_INFINITY, 0.1],
])('behavior: %s', (_, atSec, expected) => {
  expect(polylineAt(line, atSec)).toBe(expected)
})

test('behavior: of nothing it is 0', () => {
  expect(polylineAt({ timesSec: [], values: [] }, 5)).toBe(0)
})
