import { expect, test } from 'vitest'
import { float64s, uint32s } from './number-arrays.ts'

test('default: one number for each place', () => {
  expect(float64s(3, (index) => index / 2)).toEqual(Float64Array.of(0, 0.5, 1))
  expect(uint32s(3, (index) => index * 7)).toEqual(Uint32Array.of(0, 7, 14))
})

test('behavior: no place, no number', () => {
  expect(float64s(0, () => 1)).toHaveLength(0)
  expect(uint32s(0, () => 1)).toHaveLength(0)
})
