import { expect, test } from 'vitest'
import { dayOf } from './pool-past.ts'

test.each([
  [0, 0],
  [86_399, 0],
  [86_400, 1],
])('behavior: second %d is on day %d', (atSec, day) => {
  expect(dayOf(atSec)).toBe(day)
})
