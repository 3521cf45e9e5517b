import { expect, test } from 'vitest'
import { runningTotal } from './running-total.ts'

const _ = Number.NaN

test.each([
  { name: 'adds up', values: [1, 2, 3], expected: [1, 3, 6] },
  { name: 'a missing day keeps the total', values: [1, _, 3], expected: [1, 1, 4] },
  { name: 'before the first value there is none', values: [_, _, 5, _], expected: [_, _, 5, 5] },
  { name: 'a reported zero is a total', values: [0, 2], expected: [0, 2] },
  { name: 'nothing', values: [], expected: [] },
  { name: 'never a value', values: [_, _], expected: [_, _] },
])('behavior: $name', ({ values, expected }) => {
  expect([...runningTotal(Float64Array.from(values))]).toEqual(expected)
})
