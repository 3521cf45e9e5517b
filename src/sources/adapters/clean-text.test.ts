import { expect, test } from 'vitest'
import { cleanText } from './clean-text.ts'

test.each([
  ['plain text', 'Coins – über alles 🦄\n\tdone', 'Coins – über alles 🦄\n\tdone'],
  ['colours and titles of terminals', '\x1b[31mred\x1b[0m \x1b]0;x\x07', '[31mred[0m ]0;x'],
  ['a carriage return and a backspace', 'a\rb\bc\x7f\x9b', 'abc'],
  ['a change of direction', 'a\u202eb\u2066c', 'abc'],
])('default: %s', (_, text, expected) => {
  expect(cleanText(text)).toBe(expected)
})

test.each([
  ['ten characters', '0123456789', '0123456789'],
  ['eleven characters', '01234567890', '012345678…'],
  ['half a character at the end', '01234567🦄🦄', '01234567�…'],
])('behavior: of at most ten characters, %s', (_, text, expected) => {
  expect(cleanText(text, 10)).toBe(expected)
})

test('behavior: without a length given, two thousand characters', () => {
  expect(cleanText('x'.repeat(2_000))).toHaveLength(2_000)
  expect(cleanText('x'.repeat(1e7))).toHaveLength(2_000)
})
