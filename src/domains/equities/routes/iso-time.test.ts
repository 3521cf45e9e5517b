import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LATEST_UNIX_SEC } from '../../../lib/clock.ts'
import { isoTime, isoTimeOrNull } from './iso-time.ts'

test.each([
  [0, '1970-01-01T00:00:00Z'],
  [59, '1970-01-01T00:00:59Z'],
  [86_399, '1970-01-01T23:59:59Z'],
  [1_709_164_800, '2024-02-29T00:00:00Z'],
  [1_768_392_301, '2026-01-14T12:05:01Z'],
  [-1, '1969-12-31T23:59:59Z'],
])('default: %d is %s', (atSec, text) => {
  expect(isoTime(atSec)).toBe(text)
})

test('behavior: every moment is written as the runtime writes it', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: LATEST_UNIX_SEC }), (atSec) => {
      expect(isoTime(atSec)).toBe(new Date(atSec * 1000).toISOString().replace('.000', ''))
    }),
  )
})

test('behavior: a moment that is not known', () => {
  expect(isoTimeOrNull(null)).toBeNull()
})
