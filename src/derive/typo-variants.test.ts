import { expect, test } from 'vitest'
import { typoVariants } from './typo-variants.ts'

test('behavior: all variants of a short word', () => {
  // 3 shorter, 1 of 3 swaps the same as the word itself, 36 letters in 4 places.
  const variants = typoVariants('aab')
  expect(variants.has('aab')).toBe(false)
  expect(
    ['ab', 'aa', 'aba', 'aaab', 'xaab', 'axab', 'aaxb', 'xab', 'aax'].every((one) =>
      variants.has(one),
    ),
  ).toBe(true)
  expect(variants.has('aabx')).toBe(false)
})
