import { expect, test } from 'vitest'
import { transactionPrice, transactionUsd } from './transaction-value.ts'

test.each([
  // As reported: 2 coins at 50 are 100, but 101 was paid with the fee.
  [{ amount: 2, avgPriceUsd: 50, usdValue: 101 }, 101, 50],
  [{ amount: 2, avgPriceUsd: 50, usdValue: null }, 100, 50],
  [{ amount: 4, avgPriceUsd: null, usdValue: 100 }, 100, 25],
  [{ amount: 2, avgPriceUsd: null, usdValue: null }, null, null],
  [{ amount: 0, avgPriceUsd: null, usdValue: 0 }, 0, null],
])('default: %j is worth %j, %j a coin', (amounts, usd, price) => {
  expect(transactionUsd(amounts)).toBe(usd)
  expect(transactionPrice(amounts)).toBe(price)
})
