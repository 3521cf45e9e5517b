import { expect, test } from 'vitest'
import { countUpTo } from './count-up-to.ts'

test.each([
  ['below all', 9, 0],
  ['at the first', 10, 1],
  ['between two', 15, 1],
  ['at equal ones', 20, 3],
  ['above all', 31, 4],
  ['without an end', Number.POSITIVE_INFINITY, 4],
])('behavior: %s', (_, bound, expected) => {
  expect(countUpTo([10, 20, 20, 30], bound)).toBe(expected)
  expect(countUpTo(new Uint32Array([10, 20, 20, 30]), bound)).toBe(expected)
})

test('behavior: of nothing there is none', () => {
  expect(countUpTo([], 5)).toBe(0)
})
