import { expect, test } from 'vitest'
import { type DaySeries, emptySeries, overlaps, valueAt, withValues } from './day-series.ts'

const _ = Number.NaN
const empty = emptySeries({ protocol: '1', version: '', chain: 'ethereum' })
const from = (firstDay: number, ...values: number[]) => ({
  firstDay,
  values: Float64Array.from(values),
})
const replace = (_before: number, added: number) => added
const add = (before: number, added: number) => before + added
const days = (series: DaySeries, first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => valueAt(series, first + index))

test('default: values by day; a gap, the time before and the time after are missing', () => {
  const series = withValues(empty, from(10, 5, _, 7), replace)
  expect(days(series, 9, 13)).toEqual([_, 5, _, 7, _])
})

test('behavior: a later day is appended, and the older picture does not see it', () => {
  const older = withValues(withValues(empty, from(10, 5), replace), from(11, 6), replace)
  const newer = withValues(older, from(13, 8), replace)
  expect(newer.values).toBe(older.values)
  expect(days(newer, 10, 13)).toEqual([5, 6, _, 8])
  expect(days(older, 10, 13)).toEqual([5, 6, _, _])
})

test('behavior: a correction and an earlier day are made in a copy', () => {
  const older = withValues(empty, from(10, 5, 6), replace)
  const newer = withValues(older, from(8, 1, _, 50), replace)
  expect(days(newer, 8, 11)).toEqual([1, _, 50, 6])
  expect(days(older, 8, 11)).toEqual([_, _, 5, 6])
})

test('behavior: where both have a value the caller decides', () => {
  const series = withValues(withValues(empty, from(10, 5, _), add), from(10, 2, 3), add)
  expect(days(series, 10, 11)).toEqual([7, 3])
})

test('behavior: an appended gap hides what an abandoned picture left behind', () => {
  const older = withValues(withValues(empty, from(10, 5), replace), from(11, 6), replace)
  withValues(older, from(12, 99, 98), replace)
  expect(days(withValues(older, from(12, _, 8), replace), 10, 13)).toEqual([5, 6, _, 8])
  expect(days(withValues(older, from(13, 8), replace), 10, 13)).toEqual([5, 6, _, 8])
})

test('behavior: nothing added, nothing changed', () => {
  expect(withValues(empty, from(0), replace)).toBe(empty)
})

test.each([
  { added: from(10, 1), expected: true },
  { added: from(11, 1), expected: false },
  { added: from(9, 1), expected: false },
  { added: from(9, 1, _, 1, 1), expected: true },
])('behavior: overlap $added.firstDay', ({ added, expected }) => {
  expect(overlaps(withValues(empty, from(10, 5, _, 7), replace), added)).toBe(expected)
})
