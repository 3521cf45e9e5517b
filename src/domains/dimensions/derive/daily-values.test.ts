import { expect, test } from 'vitest'
import { dailyValues } from './daily-values.ts'

const DAY = 86_400
const HOUR = 3_600
const rows = (entries: readonly (readonly [number, number])[]) => ({
  timesSec: entries.map(([atSec]) => atSec),
  firstSec: entries[0]?.[0] ?? 0,
  values: entries.map(([, value]) => value),
})

test('default: one row a day', () => {
  expect(
    dailyValues(
      rows([
        [10 * DAY, 5.4],
        [11 * DAY, 5.5],
        [13 * DAY, -0.4],
      ]),
      'flow',
    ),
  ).toEqual({ firstDay: 10, values: Float64Array.of(5, 6, Number.NaN, 0) })
})

test('behavior: rows without times are one a day from the first on', () => {
  expect(dailyValues({ timesSec: [], firstSec: 10 * DAY, values: [1, 2.5] }, 'flow')).toEqual({
    firstDay: 10,
    values: Float64Array.of(1, 3),
  })
})

test('behavior: the hours of a day add up before they are rounded', () => {
  // 0.4 + 0.4 + 0.4 = 1.2 → 1, where rounding each would give 0.
  const hours = rows([
    [10 * DAY, 0.4],
    [10 * DAY + HOUR, 0.4],
    [10 * DAY + 23 * HOUR, 0.4],
    [11 * DAY - 1, 0],
  ])
  expect(dailyValues(hours, 'flow')).toEqual({ firstDay: 10, values: Float64Array.of(1) })
})

test('behavior: of a level the last row of the day counts', () => {
  const samples = rows([
    [10 * DAY, 50],
    [10 * DAY + 5 * HOUR, 70],
    [10 * DAY + 23 * HOUR, 90],
    [11 * DAY, 10],
  ])
  expect(dailyValues(samples, 'level')).toEqual({ firstDay: 10, values: Float64Array.of(90, 10) })
})

test('behavior: no rows, no days', () => {
  expect(dailyValues({ timesSec: [], firstSec: 0, values: [] }, 'flow')).toEqual({
    firstDay: 0,
    values: new Float64Array(0),
  })
})
