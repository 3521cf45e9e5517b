import { expect, test } from 'vitest'
import { hasPlausibleLtv, isListed, isRecent } from './listed.ts'

const NOW_SEC = Date.parse('2026-01-14T12:00:00Z') / 1000
const WEEK = 7 * 86_400

test.each([
  ['exactly 10,000', 10_000, null, 0, true],
  ['a cent less', 9_999.99, null, 0, false],
  ['nothing', 0, null, 0, false],
  ['a lending market of which little is left, by its supply', 12, 10_000, 0, true],
  ['a lending market too small by both', 9_000, 9_999, 0, false],
  ['a lending market with more left than it was ever supplied with', 10_000, 5, 0, true],
  ['exactly 7 days old', 50_000, null, WEEK, true],
  ['a second older', 50_000, null, WEEK + 1, false],
  ['measured a timestamp ahead of the clock', 50_000, null, -60, true],
])('behavior: %s', (_, tvlUsd, totalSupplyUsd, ageSec, expected) => {
  expect(isListed({ atSec: NOW_SEC - ageSec, tvlUsd, totalSupplyUsd }, NOW_SEC)).toBe(expected)
})

test('behavior: recent is up to 7 days', () => {
  expect([
    isRecent(NOW_SEC, NOW_SEC),
    isRecent(NOW_SEC - WEEK, NOW_SEC),
    isRecent(NOW_SEC - WEEK - 1, NOW_SEC),
  ]).toEqual([true, true, false])
})

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
