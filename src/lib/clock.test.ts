import { expect, test } from 'vitest'
import { createClock, dayStart, toSec } from './clock.ts'

test('default: real time', () => {
  const before = Date.now()
  const now = createClock().nowMs()
  expect(now).toBeGreaterThanOrEqual(before)
  expect(now).toBeLessThanOrEqual(Date.now())
})

test('behavior: a frozen clock stands at its time', () => {
  // 1 January 2026 is 20,454 days after 1 January 1970.
  expect(createClock('2026-01-01T00:00:00Z').nowMs()).toBe(20_454 * 86_400_000)
})

test('behavior: milliseconds are cut down to the second', () => {
  expect(toSec(1_999)).toBe(1)
  expect(toSec(2_000)).toBe(2)
})

test.each([
  [0, 0],
  [86_399, 0],
  [86_400, 86_400],
  [86_401, 86_400],
  [172_799, 86_400],
  [-1, -86_400],
])('behavior: the day of second %d begins at %d', (atSec, startSec) => {
  expect(dayStart(atSec)).toBe(startSec)
})
