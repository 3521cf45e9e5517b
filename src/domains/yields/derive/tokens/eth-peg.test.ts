import { expect, test } from 'vitest'
import { ethPeg } from './eth-peg.ts'

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
