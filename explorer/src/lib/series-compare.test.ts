import { expect, test } from 'vitest'
import { gapsOf, onAxis, previousPeriod, regular, revisedPlaces, stepOf } from './series-compare.ts'
import { DAY_SEC } from './writing.ts'

const DAYS = [0, 1, 2, 3, 5].map((day) => day * DAY_SEC)
const series = [{ name: 'a', values: [10, 11, 12, 13, 15] }]

test('the previous period is on the points that are shown', () => {
  // Days 3 to 5 are three days: 3 is compared with 0, 5 with 2.
  expect(previousPeriod({ times: DAYS, series }, DAYS.slice(3), 'd')).toEqual([
    { name: 'a', values: [10, 12] },
  ])
  // Of a whole series there is nothing before.
  expect(previousPeriod({ times: DAYS, series }, DAYS, 'd')[0]?.values).toEqual(
    DAYS.map(() => null),
  )
})

test('a point within its day is compared with the day', () => {
  const times = [0, DAY_SEC, 2 * DAY_SEC, 3 * DAY_SEC + 100]
  const axis = { times, series: [{ name: 'a', values: [1, 2, 3, 4] }] }
  expect(previousPeriod(axis, times.slice(2), 'd')[0]?.values).toEqual([1, 2])
})

test('months are compared with months, whatever their length', () => {
  const month = (number: number) => Date.UTC(2026, number) / 1000
  const times = [0, 1, 2, 3].map(month)
  const axis = { times, series: [{ name: 'a', values: [1, 2, 3, 4] }] }
  expect(previousPeriod(axis, times.slice(2), 'm')[0]?.values).toEqual([1, 2])
})

test('points of one day are distinguished', () => {
  const times = [0, 43_200, DAY_SEC, DAY_SEC + 43_200]
  const axis = { times, series: [{ name: 'a', values: [1, 2, 3, 4] }] }
  expect(previousPeriod(axis, times.slice(2), 'd')[0]?.values).toEqual([1, 2])
})

test('an earlier state is on the times of the present one', () => {
  expect(onAxis({ times: DAYS, series }, [DAY_SEC, 4 * DAY_SEC])[0]?.values).toEqual([11, null])
})

test('revised: another value than then; what was not known yet is new, not revised', () => {
  expect(revisedPlaces([1, 2, 3, 4, 5], [1, 2.5, null, 4, null])).toEqual([1, 2])
  // Last digits of a sum are no revision.
  expect(revisedPlaces([0.1 + 0.2], [0.3])).toEqual([])
  expect(revisedPlaces([1, null], [1, 2])).toEqual([1])
  expect(revisedPlaces([1], [null])).toEqual([])
})

const range = (length: number) => Array.from({ length }, (_, index) => index)

test('a day that is lacking among days is put in, without a value', () => {
  // 0 … 10, 13 … 22: nineteen of twenty steps are of one.
  const times = range(23).filter((time) => time !== 11 && time !== 12)
  const { times: all, series } = regular({ times, series: [{ name: 'a', values: times }] })
  expect(all).toEqual(range(23))
  expect(series[0]?.values.slice(10, 14)).toEqual([10, null, null, 13])
})

test('days of trading and events have no step, so nothing is put in', () => {
  const weekdays = range(28).filter((time) => time % 7 < 5)
  expect(stepOf(weekdays)).toBeNull()
  expect(regular({ times: weekdays, series: [] }).times).toEqual(weekdays)
  expect(stepOf([5])).toBeNull()
  // One far point would add more than there is.
  const times = [...range(20), 100]
  expect(regular({ times, series: [] }).times).toEqual(times)
})

test('a gap goes from the last known point to the next, where no series has one', () => {
  const a = { name: 'a', values: [null, 1, null, null, 2, null, 3] }
  const b = { name: 'b', values: [null, null, null, null, 5, 6, null] }
  expect(gapsOf({ times: [0, 10, 20, 30, 40, 50, 60], series: [a, b] })).toEqual([[10, 40]])
  expect(gapsOf({ times: [0, 10, 20, 30, 40, 50, 60], series: [a] })).toEqual([
    [10, 40],
    [40, 60],
  ])
  expect(gapsOf({ times: [], series: [] })).toEqual([])
})
