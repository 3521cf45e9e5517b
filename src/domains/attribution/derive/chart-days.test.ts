import { expect, test } from 'vitest'
import { boundDays, chartDays, reachedDays, showsNewest } from './chart-days.ts'

const DAY = 86_400

function column(name: string, firstDay: number, values: number[]) {
  return { name, days: { firstDay, usd: Float64Array.from(values) }, newest: Number.NaN }
}

test.each([
  ['start on a day', { startSec: 11 * DAY }, [11, 12], true],
  ['start just after a midnight', { startSec: 11 * DAY + 1 }, [12], true],
  ['end on a day', { endSec: 11 * DAY }, [10, 11], false],
  ['end just before a midnight', { endSec: 11 * DAY - 1 }, [10], false],
  ['end at the newest record', { endSec: 12.5 * DAY }, [10, 11, 12], true],
  ['only the newest record', { startSec: 12.5 * DAY }, [], true],
  ['before everything', { endSec: 9 * DAY }, [], false],
  ['after everything', { startSec: 13 * DAY }, [], false],
  ['backwards', { startSec: 12 * DAY, endSec: 10 * DAY }, [], false],
])('behavior: %s', (_, bounds, days, isNewestShown) => {
  const range = { newestSec: 12.5 * DAY, ...bounds }
  const { fromDay, untilDay } = chartDays([column('a', 10, [1, 2, 3])], range)
  expect(Array.from({ length: untilDay - fromDay }, (__, index) => fromDay + index)).toEqual(days)
  expect(showsNewest(range)).toBe(isNewestShown)
})

test('behavior: the newest record takes the place of the day of the same time', () => {
  expect(chartDays([column('a', 10, [1, 2, 3])], { newestSec: 12 * DAY })).toEqual({
    fromDay: 10,
    untilDay: 12,
  })
})

test('behavior: the days that columns reach', () => {
  expect(reachedDays([column('a', 12, [1]), column('b', 0, []), column('c', 10, [1])])).toEqual({
    fromDay: 10,
    untilDay: 13,
  })
  expect(reachedDays([])).toEqual({ fromDay: 0, untilDay: 0 })
})

test('behavior: nothing known, no days', () => {
  expect(boundDays({ newestSec: 0 })).toEqual({ fromDay: 0, untilDay: 0 })
  expect(chartDays([], { newestSec: 0 })).toEqual({ fromDay: 0, untilDay: 0 })
})
