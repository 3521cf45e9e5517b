import { expect, test } from 'vitest'
import { chartOf, columnsOf, mapsOf } from './columns-of.ts'

test('members of points', () => {
  expect(
    columnsOf([
      { timestamp: 1, a: 5 },
      { timestamp: 2, b: 7 },
    ]),
  ).toEqual([
    {
      name: 'a',
      points: [
        [1, 5],
        [2, null],
      ],
    },
    {
      name: 'b',
      points: [
        [1, null],
        [2, 7],
      ],
    },
  ])
})

test('maps beside times', () => {
  expect(
    mapsOf([
      [1, { a: 5 }],
      [2, { a: null, b: 1 }],
    ]),
  ).toEqual([
    {
      name: 'a',
      points: [
        [1, 5],
        [2, null],
      ],
    },
    {
      name: 'b',
      points: [
        [1, null],
        [2, 1],
      ],
    },
  ])
})

test('maps by time', () => {
  expect(chartOf({ 10: { a: { tvl: 3 } }, 20: { a: {} } })).toEqual([
    {
      name: 'a',
      points: [
        [10, 3],
        [20, null],
      ],
    },
  ])
})
