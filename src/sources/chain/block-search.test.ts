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

/** A chain of one block every ten seconds from second 0 on, whose nodes begin at a block. */
function prunedChain(firstKept: number) {
  const block = (number: number): BlockRef => ({
    number,
    hash: '0x',
    parentHash: '0x',
    timestampSec: 10 * number,
  })
  let rounds = 0
  const findBlocks = async (numbers: readonly number[]) => {
    rounds++
    return numbers.map((number) => (number < firstKept ? undefined : block(number)))
  }
  return {
    rounds: () => rounds,
    find: async (timeSec: number, head: number) =>
      (await searchBlockAt(timeSec, block(head), findBlocks)).number,
  }
}

test('behavior: nodes that lack the first blocks of the chain are searched in few rounds', async () => {
  const { find, rounds } = prunedChain(1)
  expect(await find(10 * 7_654_321 + 9, 20_000_000)).toBe(7_654_321)
  expect(await find(10, 20_000_000)).toBe(1)
  expect(rounds()).toBeLessThan(2 * 20)
})

test.each([1, 7, 999, 1_000_000, 19_999_000, 19_999_999])(
  'behavior: nodes that begin at block %d know all times since, and say so about those before',
  async (firstKept) => {
    const { find } = prunedChain(firstKept)
    expect(await find(10 * firstKept, 20_000_000)).toBe(firstKept)
    expect(await find(10 * firstKept + 9, 20_000_000)).toBe(firstKept)
    expect(await find(10 * 20_000_000 - 1, 20_000_000)).toBe(19_999_999)
    await expect(find(10 * firstKept - 1, 20_000_000)).rejects.toThrow(
      `block ${firstKept} is the first. Add a node that keeps older ones.`,
    )
  },
)

test('behavior: every time of a small chain without its first blocks', async () => {
  const { find } = prunedChain(3)
  for (let timeSec = 30; timeSec <= 60; timeSec++)
    expect(await find(timeSec, 6)).toBe(Math.floor(timeSec / 10))
})
