import { expect, test } from 'vitest'
import { findRangeHint, LogRange } from './log-range.ts'

const rangeOf = (firstLogRange: number, maxLogRange: number) =>
  new LogRange({ firstLogRange, maxLogRange, logsPerRange: 10_000 })

test('default: the range doubles up to its maximum', () => {
  const range = rangeOf(1_000, 3_000)
  range.accept(1_000, 0)
  expect(range.blocks).toBe(2_000)
  range.accept(2_000, 10)
  expect(range.blocks).toBe(3_000)
})

test('behavior: where there are many logs it is as long as it takes to find ten thousand', () => {
  const range = rangeOf(1_000, 100_000)
  // 80 a block.
  range.accept(1_000, 80_000)
  expect(range.blocks).toBe(125)
  // 60 a block: 166 of them have 9,960.
  range.accept(125, 7_500)
  expect(range.blocks).toBe(166)
  // One a block: twice the last, which is all the courage it has.
  range.accept(166, 166)
  expect(range.blocks).toBe(332)
})

test('behavior: the short last range of a query makes the next one shorter but never longer', () => {
  const range = rangeOf(1_000, 100_000)
  range.accept(10, 0)
  expect(range.blocks).toBe(1_000)
  // 400 a block.
  range.accept(10, 4_000)
  expect(range.blocks).toBe(25)
  range.accept(25, 90_000)
  expect(range.blocks).toBe(2)
  range.accept(2, 90_000)
  expect(range.blocks).toBe(1)
})

test('behavior: refused, it halves, and for a while does not come back to what was refused', () => {
  const range = rangeOf(1_000, 100_000)
  range.shrink(1_000)
  expect(range.blocks).toBe(500)
  range.accept(500, 0)
  // Halfway between the 1,000 refused and the 500 tried.
  expect(range.blocks).toBe(750)
  for (let accepted = 1; accepted < 50; accepted++) range.accept(range.blocks, 0)
  expect(range.blocks).toBe(1_500)
})

test('behavior: a hint is taken, and one block is the least', () => {
  const range = rangeOf(1_000, 100_000)
  range.shrink(1_000, 120)
  expect(range.blocks).toBe(120)
  for (let refused = 0; refused < 20; refused++) range.shrink(range.blocks)
  expect(range.blocks).toBe(1)
})

test.each([
  ['retry with this block range [0x64, 0x69].', 100, 105],
  [
    'Log response size exceeded. Based on your parameters, this block range should work: [0x64, 0x64]',
    100,
    100,
  ],
  ['retry with this block range [0x64, 0x69].', 99, undefined],
  ['query returned more than 10000 results', 100, undefined],
])('behavior: %s from %i → %s', (message, fromBlock, toBlock) => {
  expect(findRangeHint(message, fromBlock)).toBe(toBlock)
})
