import { expect, test } from 'vitest'
import { createLogRange } from './log-range.ts'
import { findRangeHint } from './log-range-hint.ts'

test('default: the range doubles up to its maximum', () => {
  const range = createLogRange(1_000, 3_000)
  range.grow()
  expect(range.blocks).toBe(2_000)
  range.grow()
  expect(range.blocks).toBe(3_000)
})

test('behavior: refused, it halves, and for a while does not come back to what was refused', () => {
  const range = createLogRange(1_000, 100_000)
  range.shrink(1_000)
  expect(range.blocks).toBe(500)
  range.grow()
  // Halfway between the 1,000 refused and the 500 tried.
  expect(range.blocks).toBe(750)
  for (let accepted = 1; accepted < 50; accepted++) range.grow()
  expect(range.blocks).toBe(1_500)
})

test('behavior: a hint is taken, and one block is the least', () => {
  const range = createLogRange(1_000, 100_000)
  range.shrink(1_000, 120)
  expect(range.blocks).toBe(120)
  for (let refused = 0; refused < 20; refused++) range.shrink(range.blocks)
  expect(range.blocks).toBe(1)
})

test.each([
  ['retry with this block range [0x64, 0x69].', 100, 105],
  ['Log response size exceeded. Based on your parameters, this block range should work: [0x64, 0x64]', 100, 100],
  ['retry with this block range [0x64, 0x69].', 99, undefined],
  ['query returned more than 10000 results', 100, undefined],
])('behavior: %s from %i → %s', (message, fromBlock, toBlock) => {
  expect(findRangeHint(message, fromBlock)).toBe(toBlock)
})
