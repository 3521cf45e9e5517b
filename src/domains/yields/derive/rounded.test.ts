import { expect, test } from 'vitest'
import { rounded } from './rounded.ts'

test.each([
  ['five decimals', 1.234567, 5, 1.23457],
  ['a half goes up', 0.000005, 5, 0.00001],
  ['less than a half is nothing', 0.0000049, 5, 0],
  ['a small negative number is 0, not −0', -0.000001, 5, 0],
  ['a negative number', -1.234567, 5, -1.23457],
  ['whole dollars', 1_234.5, 0, 1_235],
  ['ten decimals', 0.00012345678912, 10, 0.0001234568],
  ['0', 0, 5, 0],
  ['a number without so many decimals stays', 123_456_789_012.5, 10, 123_456_789_012.5],
  ['the unknown stays unknown', null, 5, null],
  ['what is no number is unknown', Number.NaN, 5, null],
  ['what is beyond all numbers is unknown', Number.POSITIVE_INFINITY, 5, null],
])('behavior: %s', (_, value, decimals, expected) => {
  expect(rounded(value, decimals)).toBe(expected)
})
