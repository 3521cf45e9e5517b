import { expect, test } from 'vitest'
import { searchBlockAt } from './block-search.ts'
import type { BlockRef } from './chain.ts'

/** A chain of any length whose times follow a rule. */
function chainOf(timeOf: (number: number) => number) {
  const block = (number: number): BlockRef => ({
    number,
    hash: '0x',
    parentHash: '0x',
    timestampSec: timeOf(number),
  })
  const rounds: number[] = []
  const readBlocks = async (numbers: readonly number[]): Promise<BlockRef[]> => {
    rounds.push(numbers.length)
    return numbers.map(block)
  }
  return {
    rounds,
    find: async (timeSec: number, head: number) =>
      (await searchBlockAt(timeSec, block(head), readBlocks)).number,
  }
}

test('default: in an even chain the block is found at once, however long the chain is', async () => {
  const { find, rounds } = chainOf((number) => 1_500_000_000 + 12 * number)
  expect(await find(1_500_000_000 + 12 * 7_654_321 + 11, 20_000_000)).toBe(7_654_321)
  expect(rounds.length).toBeLessThanOrEqual(5)
})

test('behavior: of several blocks in the same second the last counts', async () => {
  const { find } = chainOf((number) => 1_000 + Math.floor(number / 4))
  expect(await find(1_010, 400)).toBe(43)
  expect(await find(1_100, 400)).toBe(400)
})

test('behavior: a chain that began at time zero, stood still and hurried is searched in few rounds all the same', async () => {
  const timeOf = (number: number): number => {
    if (number === 0) return 0
    return number < 1_000_000 ? 1_438_269_988 + number * 15 : 1_600_000_000 + (number - 1_000_000)
  }
  const { find, rounds } = chainOf(timeOf)
  expect(await find(1_500_000_000, 30_000_000)).toBe(999_999)
  expect(await find(1_600_000_005, 30_000_000)).toBe(1_000_005)
  expect(await find(1_438_269_988 + 15 * 123_456 + 3, 30_000_000)).toBe(123_456)
  expect(rounds.length).toBeLessThan(3 * 25)
})

test('behavior: every time of a small chain', async () => {
  const times = [100, 103, 103, 104, 110, 111, 130]
  const { find } = chainOf((number) => times[number] ?? 0)
  for (let timeSec = 100; timeSec <= 130; timeSec++) {
    expect(await find(timeSec, 6)).toBe(times.findLastIndex((time) => time <= timeSec))
  }
})
