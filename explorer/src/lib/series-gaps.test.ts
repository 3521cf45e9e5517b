import { expect, test } from 'vitest'
import { gapsOf, regular, stepOf } from './series-gaps.ts'

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
