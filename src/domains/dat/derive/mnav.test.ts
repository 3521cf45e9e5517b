import { expect, test } from 'vitest'
import { mNav, orNull } from './mnav.ts'

test.each([
  // 300 of market cap for 200 of crypto.
  [300, 200, 1.5],
  [0, 200, 0],
  [300, 0, Number.NaN],
  [Number.NaN, 200, Number.NaN],
  [300, Number.NaN, Number.NaN],
])('default: mNAV of %d over %d is %d', (marketCap, treasuryUsd, ratio) => {
  expect(mNav(marketCap, treasuryUsd)).toBe(ratio)
})

test('behavior: what is not known is null, 0 is known', () => {
  expect([1.5, 0, Number.NaN, undefined, Number.POSITIVE_INFINITY].map(orNull)).toEqual([
    1.5,
    0,
    null,
    null,
    null,
  ])
})
