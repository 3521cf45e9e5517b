import { expect, test } from 'vitest'
import { addValues } from './add-values.ts'

const { NaN: missing } = Number

test('default: place by place; a sum may have more places', () => {
  const sums = Float64Array.of(1, 2, 3)
  addValues(sums, Float64Array.of(10, 20))
  expect(sums).toEqual(Float64Array.of(11, 22, 3))
})

test('behavior: a missing value adds nothing, and nothing but missing ones is missing', () => {
  const sums = Float64Array.of(missing, 2, missing)
  addValues(sums, Float64Array.of(5, missing, missing))
  expect(sums).toEqual(Float64Array.of(5, 2, missing))
})

test('option: a share of them', () => {
  const sums = Float64Array.of(missing, 2)
  addValues(sums, Float64Array.of(8, 8), 0.25)
  expect(sums).toEqual(Float64Array.of(2, 4))
})

test('error: more values than sums is a bug', () => {
  expect(() => addValues(Float64Array.of(1), Float64Array.of(1, 2))).toThrow(
    'There are 1 sums for 2 values.',
  )
})
