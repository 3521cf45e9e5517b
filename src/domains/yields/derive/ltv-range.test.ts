import { expect, test } from 'vitest'
import { hasPlausibleLtv } from './ltv-range.ts'

test.each([
  [0.805, true],
  [0, true],
  [1, true],
  [1.0001, false],
  [80.5, false],
  [-0.0001, false],
  [Number.NaN, false],
  [null, true],
])('default: %s is plausible: %s', (ltv, expected) => {
  expect(hasPlausibleLtv(ltv)).toBe(expected)
})
