import { expect, test } from 'vitest'
import { weightedMedian } from './weighted-median.ts'

test.each<{ items: [value: number, weight: number][]; expected: number | undefined; why: string }>([
  { items: [], expected: undefined, why: 'nothing has no middle' },
  { items: [[7, 1]], expected: 7, why: 'one is its own middle' },
  {
    items: [
      [3, 1],
      [1, 1],
      [2, 1],
    ],
    expected: 2,
    why: 'equal weights: the plain median',
  },
  {
    items: [
      [2, 1],
      [1, 1],
    ],
    expected: 1,
    why: 'two that share the middle: the lower',
  },
  {
    items: [
      [1, 1],
      [2, 1],
      [9, 5],
    ],
    expected: 9,
    why: 'half of 7 lies within the weight of 9',
  },
  {
    items: [
      [1, 10],
      [1e30, 2],
    ],
    expected: 1,
    why: 'a short excess does not pull it, whatever its height',
  },
])('default: $why', ({ items, expected }) => {
  expect(weightedMedian(items, (item) => item)?.[0]).toBe(expected)
})
