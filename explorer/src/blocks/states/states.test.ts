import { expect, test } from 'vitest'
import { canRetry, coverageText, headlineOf, moreText, siblingPage } from './words.ts'

test.each([
  [0, 'No response.', true],
  [400, 'Not understood.', false],
  [401, 'A key is needed.', false],
  [404, 'Not found.', false],
  [429, 'Too many requests.', true],
  [503, 'Out of service.', true],
])('%i: %s', (status, words, isWorthIt) => {
  expect([headlineOf(status), canRetry(status)]).toEqual([words, isWorthIt])
})

test('a suggestion is the page beside', () => {
  expect(siblingPage('/protocols/wren-lnd', 'wren lend')).toBe('/protocols/wren%20lend')
})

test('what a response lacks, in words; never rounded up to all', () => {
  expect(coverageText(0.99999)).toBe('99.9% of the sources that were due')
  expect(coverageText(1)).toBeNull()
  expect(coverageText(null)).toBeNull()
  expect(moreText({ totalMatches: 1_204 })).toBe('more of 1,204')
  expect(moreText({ totalMatches: null })).toBe('there is more')
  expect(moreText(undefined)).toBeNull()
})
