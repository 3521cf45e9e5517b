import { expect, test } from 'vitest'
import { EMPTY_SERIES, extendSeries, findNearestApy } from './apy-series.ts'

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
])('behavior: %s', (_, moment, width, expected) => {
  expect(findNearestApy(series, moment, width)).toBe(expected)
})

test('behavior: nothing in an empty series', () => {
  expect(findNearestApy(EMPTY_SERIES, 100, 1_000)).toBeUndefined()
})
