import type { BlockRef } from './chain.ts'
import { ChainError } from './chain-errors.ts'

/** Gives blocks by their numbers, all in one message. */
export type ReadBlocks = (numbers: readonly number[]) => Promise<BlockRef[]>

/** The last block at or before a time, among the blocks up to `head`. */
export async function searchBlockAt(
  timeSec: number,
  head: BlockRef,
  readBlocks: ReadBlocks,
): Promise<BlockRef> {
  if (timeSec > head.timestampSec)
    throw new ChainError(`The chain has not reached the time ${timeSec} yet.`, true)
  if (timeSec === head.timestampSec) return head
  const [first] = await readBlocks([0])
  if (first === undefined || timeSec < first.timestampSec)
    throw new ChainError(`The chain had not begun at the time ${timeSec}.`, false)
  let [low, high] = [first, head]
  while (high.number - low.number > 1) {
    for (const block of await readBlocks(listProbes(timeSec, low, high))) {
      if (block.timestampSec <= timeSec && block.number > low.number) low = block
      if (block.timestampSec > timeSec && block.number < high.number) high = block
    }
  }
  return low
}

/**
 * Where the block would be if blocks came evenly, numbers around it, and the middle, which always
 * halves the rest.
 */
export function listProbes(timeSec: number, low: BlockRef, high: BlockRef): number[] {
  const blocks = high.number - low.number
  const guess =
    low.number +
    Math.floor((blocks * (timeSec - low.timestampSec)) / (high.timestampSec - low.timestampSec))
  const step = Math.max(1, Math.floor(blocks / 1_000))
  const near = [-16, -4, -1, 0, 1, 2, 5, 17].map((steps) => guess + steps * step)
  const middle = low.number + Math.floor(blocks / 2)
  return [...new Set([...near, middle])]
    .filter((number) => number > low.number && number < high.number)
    .sort((a, b) => a - b)
}
