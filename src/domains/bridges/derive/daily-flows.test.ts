import { expect, test } from 'vitest'
import { DailyFlows, type DayFlow } from './daily-flows.ts'
import { NO_FLOW } from './flow.ts'

const deposit = (depositUsd: number, lastSec: number): DayFlow => ({
  ...NO_FLOW,
  depositUsd,
  depositTxs: 1,
  lastSec,
})

test('default: from the first day with a transfer to the last; days between and beyond are 0', () => {
  const flows = new DailyFlows(10, [deposit(5, 864_007), undefined, deposit(1, 1_036_809)])
  expect([flows.firstDay, flows.endDay, flows.lastSec]).toEqual([10, 13, 1_036_809])
  expect([9, 10, 11, 12, 13].map((day) => flows.ofDay(day).depositUsd)).toEqual([0, 5, 0, 1, 0])
})

test('error: a chain without transfers has no days', () => {
  expect(() => new DailyFlows(10, [])).toThrow(RangeError)
})
