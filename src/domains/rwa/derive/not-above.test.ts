import { expect, test } from 'vitest'
import { notAbove } from './not-above.ts'
import { line, textOf } from './series-for-tests.ts'

test.each([
  ['below everywhere', line('1 2 3'), line('4 4 4'), '1 2 3'],
  ['cut down to the other, the mark stays', line('1 ~9 3'), line('4 4 4'), '1 ~4 3'],
  ['the same', line('4'), line('4'), '4'],
  ['the other begins earlier', line('9 9', 102), line('1 2 3 4'), '3 4'],
])('behavior: %s', (_, own, limit, expected) => {
  expect(textOf(notAbove(own, limit))).toBe(expected)
})
