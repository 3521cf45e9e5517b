import { expect, test } from 'vitest'
import { at } from './at.ts'

test('default', () => {
  expect(at([7, 8], 1)).toBe(8)
  expect(at(new Float64Array([0.5]), 0)).toBe(0.5)
})

test.each([-1, 2, 0.5, Number.NaN])('error: throws when the index is %s', (index) => {
  expect(() => at([7, 8], index)).toThrow(RangeError)
})
