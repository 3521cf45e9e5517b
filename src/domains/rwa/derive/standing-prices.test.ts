import { expect, test } from 'vitest'
import { days } from './series-for-tests.ts'
import { standingPrices } from './standing-prices.ts'

const shown = (values: Float64Array) =>
  [...values].map((value) => (Number.isNaN(value) ? '_' : value)).join(' ')

test.each([
  ['the day’s own price', '1 2 3', 100, 102, '1 2 3'],
  ['a day without one has that of the day before', '1 _ 3', 100, 102, '1 1 3'],
  ['none before the first', '1 2', 98, 101, '_ _ 1 2'],
  ['it stands after the last', '1 2', 101, 103, '2 2 2'],
  // Day 101 + 35 = 136.
  ['for 35 days', '1 2', 135, 138, '2 2 _ _'],
  ['the range begins in a gap', '1 _ _ _ 5', 102, 104, '1 1 5'],
  ['a price of 0 is one', '3 0', 100, 102, '3 0 0'],
  ['one day', '4', 100, 100, '4'],
  ['a range of nothing', '4', 100, 99, ''],
])('behavior: %s', (_, series, firstDay, lastDay, expected) => {
  expect(shown(standingPrices(days(series), firstDay, lastDay))).toBe(expected)
})

test('behavior: without prices no day has one', () => {
  expect(shown(standingPrices(undefined, 1, 3))).toBe('_ _ _')
})
