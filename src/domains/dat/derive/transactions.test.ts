import { expect, test } from 'vitest'
import {
  compareEffect,
  countedTransactions,
  effectiveDay,
  transactionPrice,
  transactionUsd,
} from './transactions.ts'
import { dealt } from './transactions-for-tests.ts'

test.each([
  // 2 January 1970 is day 1.
  [{ startDate: '1970-01-02', endDate: '1970-01-04', reportDate: '1970-01-09' }, 3],
  [{ startDate: '1970-01-02', endDate: null, reportDate: '1970-01-09' }, 1],
  [{ startDate: null, endDate: null, reportDate: '1970-01-09' }, 8],
])('default: %j counts from day %d on', (dates, day) => {
  expect(effectiveDay(dates)).toBe(day)
})

test('behavior: by day, then what comes in before what goes out, then by id', () => {
  const all = [
    dealt('sale', 1, 1, { id: 1, day: 7 }),
    dealt('purchase', 1, 1, { id: 9, day: 7 }),
    dealt('income', 1, 1, { id: 4, day: 7 }),
    dealt('spend', 1, 1, { id: 8, day: 6 }),
  ]
  expect(all.sort(compareEffect).map(({ id }) => id)).toEqual([8, 4, 9, 1])
})

test('behavior: what is not approved, or has not taken effect by the end of the day, does not count', () => {
  const all = [
    dealt('purchase', 1, 1, { id: 1, day: 10 }),
    dealt('purchase', 1, 1, { id: 2, day: 10, isApproved: false }),
    dealt('purchase', 1, 1, { id: 3, day: 11 }),
  ]
  expect(countedTransactions(all, 10).map(({ id }) => id)).toEqual([1])
  expect(countedTransactions([], 10)).toEqual([])
})

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
