import { expect, test } from 'vitest'
import { correlation, ratios } from './correlation.ts'

// Steps of +100% and −50% in turn.
const zigzag = [1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1]

test('correlation of steps: together, against each other, not at all', () => {
  expect(
    correlation(
      zigzag,
      zigzag.map((value) => value * 5),
    ),
  ).toBeCloseTo(1, 12)
  expect(
    correlation(
      zigzag,
      zigzag.map((value) => 2 / value),
    ),
  ).toBeCloseTo(-1, 12)
  expect(
    correlation(
      zigzag,
      zigzag.map(() => 3),
    ),
  ).toBeNull()
})

test('correlation: steps across a gap do not count, fewer than ten are too few', () => {
  const gap = zigzag.with(5, null)
  expect(correlation(gap, zigzag)).toBeNull()
  expect(correlation([...gap, 2, 1], [...zigzag, 2, 1])).toBeCloseTo(1, 12)
})

test('ratios: missing stays missing, nothing is divided by zero', () => {
  expect(ratios([6, null, 5, 4], [2, 2, 0, null])).toEqual([3, null, null, null])
})
