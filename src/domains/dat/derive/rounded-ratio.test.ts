import fc from 'fast-check'
import { expect, test } from 'vitest'
import { roundedRatio } from './rounded-ratio.ts'

test.each([
  [1.23456789, 1.23457],
  [0.5, 0.5],
  [12, 12],
  [0, 0],
  [123.45649, 123.456],
  [99_999.44, 99_999.4],
  [99_999.96, 100_000],
  [1_234_567.8, 1_234_568],
  [0.000123456789, 0.000123457],
  [0.00000012345678, 1.23457e-7],
  [Number.NaN, Number.NaN],
  [Number.POSITIVE_INFINITY, Number.NaN],
])('default: %d becomes %d', (value, rounded) => {
  expect(roundedRatio(value)).toBe(rounded)
})

test('property: off by less than a hundred-thousandth', () => {
  fc.assert(
    fc.property(fc.double({ min: 1e-12, max: 1e18, noNaN: true }), (value) => {
      expect(Math.abs(roundedRatio(value) / value - 1)).toBeLessThan(1e-5)
    }),
  )
})
