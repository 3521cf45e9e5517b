import { expect, test } from 'vitest'
import { marketShares } from './market-shares.ts'

test.each([
  ['three parts of four', [300, 75, 25], [75, 18.75, 6.25]],
  ['one has all', [42], [100]],
  ['one without value', [100, 0], [100, 0]],
  ['one whose value is not known', [300, null, 100], [75, null, 25]],
  ['none has any', [0, 0], [null, null]],
  ['nobody', [], []],
])('behavior: %s', (_, values, expected) => {
  expect(marketShares(values)).toEqual(expected)
})
