import { expect, test } from 'vitest'
import { apyChange } from './apy-change.ts'
import type { ApySeries } from './apy-series.ts'

const NOW = 1_768_392_000
const HOUR = 3_600
const DAY = 86_400
const newest = { atSec: NOW, apyPct: 5 }

/** Records given as seconds before the newest one, oldest first. */
const records = (...list: [secondsAgo: number, apyPct: number][]): ApySeries => ({
  times: list.map(([ago]) => NOW - ago),
  apysPct: list.map(([, apyPct]) => apyPct),
})

test.each([
  ['a difference, not a ratio: 5 − 4', records([DAY, 4]), 1, 1],
  ['down: 5 − 7.5', records([DAY, 7.5]), 1, -2.5],
  ['of 7 days: 5 − 2', records([30 * DAY, 9], [7 * DAY, 2], [DAY, 4]), 7, 3],
  ['of 30 days: 5 − 9', records([30 * DAY, 9], [7 * DAY, 2], [DAY, 4]), 30, -4],
  ['three hours before the moment', records([DAY + 3 * HOUR, 4]), 1, 1],
  ['a second more', records([DAY + 3 * HOUR + 1, 4]), 1, null],
  ['three hours after the moment', records([DAY - 3 * HOUR, 4]), 1, 1],
  ['a second more', records([DAY - 3 * HOUR - 1, 4]), 1, null],
  ['the nearer of two: 5 − 3', records([DAY + 2 * HOUR, 4], [DAY - HOUR, 3]), 1, 2],
  ['of two equally near ones the earlier: 5 − 4', records([DAY + HOUR, 4], [DAY - HOUR, 3]), 1, 1],
  ['from nothing: 5 − 0', records([DAY, 0]), 1, 5],
  ['no change', records([DAY, 5]), 1, 0],
  ['no record', records(), 1, null],
  ['only others', records([7 * DAY, 2]), 1, null],
])('behavior: %s', (_, list, days, expected) => {
  expect(apyChange(newest, list, days)).toBe(expected)
})

test('behavior: nothing to compare when the newest yield is not known', () => {
  expect(apyChange({ atSec: NOW, apyPct: null }, records([DAY, 4]), 1)).toBeNull()
})
