import { expect, test } from 'vitest'
import { isOpenQuarter } from './quarters.ts'

test.each([
  // The third quarter ends with September.
  ['2026-Q3', '2026-09-30T23:59:59Z', true],
  ['2026-Q3', '2026-10-01T00:00:00Z', false],
  ['2026-Q4', '2026-12-31T12:00:00Z', true],
  ['2026-Q4', '2027-01-01T00:00:00Z', false],
  ['2026', '2026-01-01T00:00:00Z', false],
])('%s at %s', (name, now, isOpen) => {
  expect(isOpenQuarter(name, Date.parse(now) / 1000)).toBe(isOpen)
})
