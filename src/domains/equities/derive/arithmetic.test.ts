import { expect, test } from 'vitest'
import { median, minus, percent, plus, ratio } from './arithmetic.ts'

test('default: sums and differences of what is known', () => {
  expect([
    plus(1, 2, 3),
    plus(),
    plus(1, null),
    minus(5, 2),
    minus(null, 2),
    minus(5, null),
  ]).toEqual([6, 0, null, 3, null, null])
})

test('behavior: a ratio needs a denominator above zero; its numerator may be negative', () => {
  expect([
    ratio(6, 3),
    ratio(-6, 3),
    ratio(0, 3),
    ratio(6, 0),
    ratio(6, -3),
    ratio(null, 3),
    ratio(6, null),
  ]).toEqual([2, -2, 0, null, null, null, null])
  expect(percent(1, 4)).toBe(25)
  expect(percent(1, 0)).toBeNull()
})

test('behavior: the median of none, one, two and three', () => {
  expect([median([]), median([7]), median([9, 1]), median([5, 100, 1])]).toEqual([null, 7, 5, 5])
})
