import { expect, test } from 'vitest'
import { addFlows, type Flow, invertFlow, NO_FLOW, volumeUsd } from './flow.ts'

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
