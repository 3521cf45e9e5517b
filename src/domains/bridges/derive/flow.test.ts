import { expect, test } from 'vitest'
import {
  addFlows,
  DailyFlows,
  type DayFlow,
  exactAmount,
  type Flow,
  invertFlow,
  NO_FLOW,
  volumeUsd,
} from './flow.ts'

const flow = (depositUsd: number, withdrawUsd: number, depositTxs = 0, withdrawTxs = 0): Flow => ({
  depositUsd,
  withdrawUsd,
  depositTxs,
  withdrawTxs,
})

test.each([
  // 100 put in on one chain and taken out on another: 100 were bridged.
  ['both sides of one transfer', flow(100, 100), 100],
  ['one side alone', flow(100, 0), 50],
  // (11,121,806.5 + 13,970,177.5) / 2
  ['more out than in', flow(11_121_806.5, 13_970_177.5), 12_545_992],
  ['never rounded', flow(0.125, 0.25), 0.1875],
  ['transfers without a price', flow(0, 0, 3, 1), 0],
  ['nothing', NO_FLOW, 0],
])('default: volume of %s', (_, given, expected) => {
  expect(volumeUsd(given)).toBe(expected)
})

test('default: flows add up member by member', () => {
  expect(addFlows(flow(1, 20, 3, 40), flow(0.5, 0.25, 6, 7))).toEqual(flow(1.5, 20.25, 9, 47))
  expect(addFlows(NO_FLOW, NO_FLOW)).toEqual(NO_FLOW)
})

test('default: seen from the other side, in is out; the volume is the same', () => {
  const there = invertFlow(flow(100, 60, 5, 2))
  expect(there).toEqual(flow(60, 100, 2, 5))
  expect(volumeUsd(there)).toBe(80)
  expect(invertFlow(NO_FLOW)).toEqual(NO_FLOW)
})

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

test.each([
  ['small amounts lie in the low half', '0', '17379331182', '17379331182'],
  ['nothing', '0', '0', '0'],
  // 2^128 = 340282366920938463463374607431768211456.
  ['the halves are put together', '1', '1', '340282366920938463463374607431768211457'],
  // Twice the largest number of 256 bits, 2 × (2^256 − 1): both halves are 2 × (2^128 − 1).
  [
    'a sum may be larger than any one amount',
    '680564733841876926926749214863536422910',
    '680564733841876926926749214863536422910',
    '231584178474632390847141970017375815706539969331281128078915168015826259279870',
  ],
])('default: %s', (_, high, low, expected) => {
  expect(exactAmount(high, low)).toBe(expected)
})
