import { expect, test } from 'vitest'
import { standsOn } from './standing-figure.ts'

test.each([
  [99, true],
  [100, true],
  [107, true],
  [108, false],
])('behavior: what was last reported on day 100 stands on day %i: %s', (day, expected) => {
  expect(standsOn(100, day)).toBe(expected)
})
