import { expect, test } from 'vitest'
import { daily } from '../series-for-tests.ts'
import { priceDays } from './price-days.ts'

test.each([
  ['from the first to the last', [daily({ 10: 1, 11: 2 }), daily({ 11: 1, 13: 2 })], 20, 10, 4],
  ['no day after today', [daily({ 10: 1, 11: 2, 12: 3 })], 11, 10, 2],
  ['none when all are after today', [daily({ 10: 1 })], 9, 10, 0],
  ['nothing of nothing', [], 20, 20, 0],
])('behavior: %s', (_, series, today, firstDay, length) => {
  expect(priceDays(series, today)).toEqual({ firstDay, length })
})
