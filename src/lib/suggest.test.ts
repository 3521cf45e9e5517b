import { expect, test } from 'vitest'
import { suggest } from './suggest.ts'

const CHAINS = ['Ethereum', 'Ethereum Classic', 'Arbitrum', 'Arbitrum Nova', 'Base', 'Blast', 'BSC']

test('default: the nearest names first', () => {
  expect(suggest('etherium', CHAINS)).toEqual(['Ethereum'])
})

test('behavior: case does not matter, and names are given as they are written', () => {
  expect(suggest('BASE', CHAINS)[0]).toBe('Base')
})

test('behavior: names that begin with what was asked are near', () => {
  // Both are as near as a name with one wrong letter, so the alphabet decides.
  expect(suggest('arb', CHAINS)).toEqual(['Arbitrum', 'Arbitrum Nova'])
})

test('behavior: at most three, of equally near ones the first in the alphabet', () => {
  expect(suggest('aaaa', ['aaad', 'aaac', 'aaab', 'aaae'])).toEqual(['aaab', 'aaac', 'aaad'])
})

test('behavior: nothing near gives nothing', () => {
  expect(suggest('zzzzzzzz', CHAINS)).toEqual([])
})

test('behavior: a very long text costs no more than a short one', () => {
  expect(suggest('x'.repeat(1_000_000), CHAINS)).toEqual([])
})
