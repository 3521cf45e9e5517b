import { expect, test } from 'vitest'
import { tokenRows } from './token-rows.ts'

test('shares of the value, and the change of the amounts', () => {
  const inflows = {
    netflow: 50,
    oldTokens: { tvl: { ETH: 4, DAI: 0 } },
    currentTokens: { tvl: { ETH: 5, DAI: 100 } },
  }
  expect(tokenRows({ WETH: 5, DAI: 100 }, { WETH: 300, DAI: 100 }, inflows)).toEqual([
    // 300 of 400; 4 became 5.
    { symbol: 'WETH', valueUsd: 300, share: 75, amount: 5, flow: 25 },
    // From 0 there is no percentage.
    { symbol: 'DAI', valueUsd: 100, share: 25, amount: 100, flow: null },
  ])
})

test('without flows the change is missing', () => {
  expect(tokenRows({}, { UNI: null }, undefined)).toEqual([
    { symbol: 'UNI', valueUsd: null, share: null, amount: null, flow: null },
  ])
})
