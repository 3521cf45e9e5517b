import { expect, test } from 'vitest'
import { percentages } from './percentages.ts'

test('default: percent of the whole', () => {
  // 1 + 3 + 4 = 8.
  expect(
    percentages(
      new Map([
        ['a', 1],
        ['b', 3],
        ['c', 4],
      ]),
    ),
  ).toEqual({ a: 12.5, b: 37.5, c: 50 })
})

test('behavior: one has everything, zero has nothing', () => {
  expect(
    percentages(
      new Map([
        ['a', 7],
        ['b', 0],
      ]),
    ),
  ).toEqual({ a: 100, b: 0 })
})

test('behavior: a share of nothing is not known', () => {
  expect(
    percentages(
      new Map([
        ['a', 0],
        ['b', 0],
      ]),
    ),
  ).toEqual({ a: null, b: null })
  expect(percentages(new Map())).toEqual({})
})

test('behavior: names that objects have already are names like others', () => {
  expect(
    Object.entries(
      percentages(
        new Map([
          ['__proto__', 1],
          ['constructor', 1],
        ]),
      ),
    ),
  ).toEqual([
    ['__proto__', 50],
    ['constructor', 50],
  ])
})
