import { expect, test } from 'vitest'
import { totalDays } from './total-days.ts'

test('default: days add up over series, in order; a day of one series is that one', () => {
  const series = new Map([
    ['ethereum', { datesSec: [86_400, 259_200], tvlUsd: [10, 30] }],
    ['base', { datesSec: [0, 86_400], tvlUsd: [1, 2] }],
  ])
  expect(totalDays(series)).toEqual([
    [0, 1],
    [86_400, 12],
    [259_200, 30],
  ])
})

test('behavior: nothing gives nothing', () => {
  expect(totalDays(new Map())).toEqual([])
})
