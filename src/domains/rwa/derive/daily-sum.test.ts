import { expect, test } from 'vitest'
import { dailySum } from './daily-sum.ts'
import { line } from './series-for-tests.ts'

const shown = (values: Float64Array | undefined) =>
  [...(values ?? [])].map((value) => (Number.isNaN(value) ? '_' : value)).join(' ')

test.each([
  ['one line', [line('1 2 3')], 102, 0, '1 2 3', '0 0 0'],
  ['two lines, one a day later', [line('1 2 3'), line('10 20', 101)], 102, 0, '1 12 23', '0 0 0'],
  [
    'interpolated parts are marked',
    [line('1 ~2 3'), line('10 20 ~30')],
    102,
    0,
    '11 22 33',
    '0 2 30',
  ],
  ['cut at the last day', [line('1 2 3')], 100, 0, '1', '0'],
  [
    'a day between two lines has nothing',
    [line('5 ~5'), line('7', 103)],
    103,
    0,
    '5 5 _ 7',
    '0 5 0 0',
  ],
  // 9 and 9.99 are dust on their days.
  [
    'less than the least counts as 0',
    [line('9 10 11'), line('9.99 ~20 ~1')],
    102,
    10,
    '0 30 11',
    '0 20 0',
  ],
  [
    'a line that begins later than the last day',
    [line('1', 100), line('2', 105)],
    100,
    0,
    '1',
    '0',
  ],
])('behavior: %s', (_, lines, lastDay, minUsd, usd, interpolated) => {
  const sum = dailySum(lines, lastDay, minUsd)
  expect([sum?.firstDay, shown(sum?.usd), shown(sum?.interpolatedUsd)]).toEqual([
    100,
    usd,
    interpolated,
  ])
})

test('behavior: nothing of nothing, nor of what begins later', () => {
  expect(dailySum([], 100)).toBeUndefined()
  expect(dailySum([line('1', 101)], 100)).toBeUndefined()
  expect(dailySum([line('1')], Number.NEGATIVE_INFINITY)).toBeUndefined()
})
