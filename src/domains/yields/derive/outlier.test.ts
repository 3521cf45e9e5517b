import { expect, test } from 'vitest'
import { apyBounds, isOutlier } from './outlier.ts'

test.each([
  // Of 1 … 5 the quartiles are 2 and 4, the median 3: 3 ± 1.5 × 2.
  ['five yields, in any order', [5, 1, 4, 2, 3], 0, 6],
  // Of 1 … 4 they are between neighbours, 1.75 and 3.25, the median is 2.5: 2.5 ± 1.5 × 1.5.
  ['four yields', [1, 2, 3, 4], 0.25, 4.75],
  // Quartiles 2 and 6, median 4.
  ['two yields, half way between them', [0, 8], -2, 10],
  ['one yield', [7], 7, 7],
  ['yields alike', [3, 3, 3], 3, 3],
  // Quartiles 2 and 4, as without it: one wild yield does not move the bounds of the others.
  ['one wild yield among five', [1, 2, 3, 4, 100_000], 0, 6],
])('behavior: %s', (_, apys, leastPct, mostPct) => {
  expect(apyBounds(apys)).toEqual({ leastPct, mostPct })
})

test.each([
  ['on the upper bound', 6, false],
  ['just above it', 6.00001, true],
  ['on the lower bound', 0, false],
  ['just below it', -0.00001, true],
  ['not known', null, false],
])('behavior: %s', (_, apyPct, expected) => {
  expect(isOutlier(apyPct, { leastPct: 0, mostPct: 6 })).toBe(expected)
})

test('behavior: without pools nothing is an outlier', () => {
  expect(isOutlier(1e6, apyBounds([]))).toBe(false)
})
