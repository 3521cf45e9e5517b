import { expect, test } from 'vitest'
import { hostOf } from './host-of.ts'

test.each([
  ['https://example.org/hacks/723', 'example.org'],
  ['a letter', 'a letter'],
  ['', '—'],
  [null, '—'],
])('%s is written %s', (url, text) => {
  expect(hostOf(url)).toBe(text)
})
