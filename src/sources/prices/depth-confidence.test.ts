import { expect, test } from 'vitest'
import { depthConfidence } from './depth-confidence.ts'

test.each([
  { depthUsd: 0, expected: 0 },
  { depthUsd: Number.NaN, expected: 0 },
  { depthUsd: 999.99, expected: 0 },
  { depthUsd: 1_000, expected: 0.3 },
  // One of the three factors of ten between 1,000 and a million: 0.3 + 0.6 × 1/3.
  { depthUsd: 10_000, expected: 0.5 },
  { depthUsd: 100_000, expected: 0.7 },
  { depthUsd: 1_000_000, expected: 0.9 },
  { depthUsd: 1e12, expected: 0.9 },
])('default: $depthUsd USD to move it by 2% gives $expected', ({ depthUsd, expected }) => {
  expect(depthConfidence(depthUsd)).toBeCloseTo(expected, 12)
})
