import { expect, test } from 'vitest'
import { compareEffect, countedTransactions, effectiveDay } from './transactions.ts'
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
