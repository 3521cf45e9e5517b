import { expect, test } from 'vitest'
import {
  align,
  changeOver,
  chosen,
  indexed,
  movingAverage,
  shares,
  since,
  stacked,
  switched,
  total,
} from './series.ts'

const a = { name: 'a', values: [1, null, 3] }
const b = { name: 'b', values: [2, null, null] }
const c = { name: 'c', values: [5, 0, 1] }

test('align: one axis for all, null where a series has no point, no point without a time', () => {
  expect(
    align([
      {
        name: 'a',
        points: [
          [10, 1],
          [30, 3],
        ],
      },
      {
        name: 'b',
        points: [
          [20, 2],
          [null, 7],
          [10, null],
        ],
      },
    ]),
  ).toEqual({
    times: [10, 20, 30],
    series: [
      { name: 'a', values: [1, null, 3] },
      { name: 'b', values: [null, 2, null] },
    ],
  })
})

test('since: the same part of every series, both ends included', () => {
  const axis = { times: [10, 20, 30], series: [a, c] }
  expect(since(axis, 20)).toEqual({
    times: [20, 30],
    series: [
      { name: 'a', values: [null, 3] },
      { name: 'c', values: [0, 1] },
    ],
  })
  expect(since(axis, 5, 20).times).toEqual([10, 20])
  expect(since(axis, 31).times).toEqual([])
  expect(since(axis, 21, 29).times).toEqual([])
})

test('total: missing is left out, and nothing but missing is missing', () => {
  expect(total([a, b], 3)).toEqual([3, null, 3])
  expect(total([], 2)).toEqual([null, null])
})

test('shares: percent of the sum at each point', () => {
  expect(shares([a, c])).toEqual([
    { name: 'a', values: [(1 / 6) * 100, null, 75] },
    { name: 'c', values: [(5 / 6) * 100, null, 25] },
  ])
})

test('indexed: the first known value that is not 0 is 100', () => {
  expect(indexed([{ name: 'd', values: [null, 0, 4, 6] }])).toEqual([
    { name: 'd', values: [null, 0, 100, 150] },
  ])
  expect(indexed([{ name: 'e', values: [null] }])[0]?.values).toEqual([null])
})

test('moving average: of known values, once there are enough points', () => {
  expect(movingAverage([1, 3, null, 5], 2)).toEqual([null, 2, 3, 5])
  expect(movingAverage([null, null], 2)).toEqual([null, null])
})

test('stack: a missing layer takes no room', () => {
  expect(stacked([a, b, c])).toEqual([
    [1, null, 3],
    [3, null, null],
    [8, 0, 4],
  ])
})

test('stack: what flows out is below 0', () => {
  const flows = [
    { name: 'in', values: [5, -1] },
    { name: 'out', values: [-2, -3] },
    { name: 'more', values: [1, 4] },
  ]
  expect(stacked(flows)).toEqual([
    [5, -1],
    [-2, -4],
    [6, 4],
  ])
})

test('change over some points', () => {
  expect(changeOver([100, 110, 99], 1)).toBeCloseTo(-10)
  expect(changeOver([100, 110, 99], 2)).toBeCloseTo(-1)
  expect(changeOver([0, 5], 1)).toBeNull()
  expect(changeOver([5], 3)).toBeNull()
})

const series = [
  { name: 'small', values: [1, 1] },
  { name: 'large', values: [1, 9] },
  { name: 'middle', values: [5, null] },
  { name: 'tiny', values: [0.5, 0.5] },
]
const namesOf = (only: readonly string[], restName: string | null = 'Others') =>
  chosen(series, { count: 3, only, restName }).shown.map(({ name }) => name)

test('by itself: the largest by last known value, the others in one', () => {
  const { names, shown } = chosen(series, { count: 3, only: [], restName: 'Others' })
  expect(names).toEqual(['large', 'middle', 'small', 'tiny', 'Others'])
  expect(shown.map(({ name }) => name)).toEqual(['large', 'middle', 'Others'])
  expect(shown[2]?.values).toEqual([1.5, 1.5])
})

test('picked: by name, and the rest without them', () => {
  expect(namesOf(['tiny', 'large'])).toEqual(['large', 'tiny'])
  const { shown } = chosen(series, { count: 3, only: ['tiny', 'Others'], restName: 'Others' })
  expect(shown).toEqual([
    { name: 'tiny', values: [0.5, 0.5] },
    { name: 'Others', values: [1, 1] },
  ])
  // Names of another chart of the page.
  expect(namesOf(['elsewhere'])).toEqual(['large', 'middle', 'Others'])
})

test('what does not add up has no rest', () => {
  expect(namesOf([], null)).toEqual(['large', 'middle', 'small'])
  expect(chosen(series, { count: 3, only: [], restName: null }).names).not.toContain('Others')
})

test('switching: on, off, back to the choice by itself; the last one stays', () => {
  expect(switched('a', ['a', 'b'], ['a', 'b'])).toEqual(['b'])
  expect(switched('c', ['a', 'b'], ['a', 'b'])).toEqual(['a', 'b', 'c'])
  expect(switched('a', ['b'], ['a', 'b'])).toEqual([])
  expect(switched('b', ['b'], ['a', 'b'])).toEqual(['b'])
})
