import { expect, test } from 'vitest'
import { ethPeg, marketShares } from './staking.ts'

test.each([
  ['at par', 1, 1, 0],
  ['at a discount of a quarter of a percent', 1, 0.9975, -0.25],
  ['at a premium: 1.1 for what stands for 1', 1, 1.1, 10],
  ['of a token that accrues: 1.078 ÷ 1.1 = 0.98', 1.1, 1.078, -2],
  ['worthless', 1, 0, -100],
])('behavior: %s', (_, expectedRate, marketRate, peg) => {
  expect(ethPeg(expectedRate, marketRate)).toBeCloseTo(peg, 10)
})

test.each([
  ['the market is not known', 1, null],
  ['the token stands for nothing', 0, 1],
])('behavior: null when %s', (_, expectedRate, marketRate) => {
  expect(ethPeg(expectedRate, marketRate)).toBeNull()
})

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
