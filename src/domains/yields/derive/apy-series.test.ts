import { expect, test } from 'vitest'
import {
  type ApySeries,
  apyChange,
  EMPTY_SERIES,
  extendSeries,
  findNearestApy,
  meanApy,
} from './apy-series.ts'

const series = { times: [100, 200, 300], apysPct: [1, 2, 3] }

test.each([
  ['one more', 0, [100, 200, 300, 400], [1, 2, 3, 9]],
  ['what is too old goes', 200, [200, 300, 400], [2, 3, 9]],
  ['all that was known is too old', 301, [400], [9]],
])('behavior: %s', (_, from, times, apysPct) => {
  expect(extendSeries(series, 400, 9, from)).toEqual({ times, apysPct })
  expect(series.times).toHaveLength(3)
})

test('behavior: the first of a series', () => {
  expect(extendSeries(EMPTY_SERIES, 400, 9, 0)).toEqual({ times: [400], apysPct: [9] })
})

test.each([
  ['the nearest', 210, 50, 2],
  ['of two equally near ones the earlier', 150, 50, 1],
  ['exactly as far away as allowed', 350, 50, 3],
  ['too far away', 351, 50, undefined],
])('behavior: %s', (_, timestamp, width, expected) => {
  expect(findNearestApy(series, timestamp, width)).toBe(expected)
})

test('behavior: nothing in an empty series', () => {
  expect(findNearestApy(EMPTY_SERIES, 100, 1_000)).toBeUndefined()
})

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
  ['three hours before the timestamp', records([DAY + 3 * HOUR, 4]), 1, 1],
  ['a second more', records([DAY + 3 * HOUR + 1, 4]), 1, null],
  ['three hours after the timestamp', records([DAY - 3 * HOUR, 4]), 1, 1],
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

const TODAY = 20_467
const days = (...list: [daysAgo: number, apyPct: number][]): ApySeries => ({
  times: list.map(([ago]) => TODAY - ago),
  apysPct: list.map(([, apyPct]) => apyPct),
})

test.each([
  ['the mean of what is there: (2 + 4 + 9) ÷ 3', days([2, 2], [1, 4], [0, 9]), 5],
  ['one day', days([0, 7]), 7],
  ['missing days do not count: (2 + 4) ÷ 2', days([29, 2], [0, 4]), 3],
  [
    'the thirtieth day counts, the one before does not: (3 + 5) ÷ 2',
    days([30, 1_000], [29, 3], [0, 5]),
    4,
  ],
  ['zero is a value: (0 + 4) ÷ 2', days([1, 0], [0, 4]), 2],
  ['the newest day without a yield: the others', days([1, 6]), 6],
  [
    'thirty days of 1 to 30: 15.5',
    days(...Array.from({ length: 30 }, (_, index): [number, number] => [29 - index, 30 - index])),
    15.5,
  ],
  ['nothing', days(), null],
  ['only days long past', days([31, 5]), null],
])('behavior: %s', (_, list, expected) => {
  expect(meanApy(list, TODAY)).toBe(expected)
})
