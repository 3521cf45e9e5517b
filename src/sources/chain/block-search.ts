import { at } from '../../lib/at.ts'
import { blockRequest, findBlock } from './block-reply.ts'
import type { BlockRef, Meter } from './chain.ts'
import { ChainError, EndpointFault, NoEndpoint } from './chain-errors.ts'
import type { EndpointPool } from './endpoint-pool.ts'

/** Gives blocks by their numbers, all in one message; undefined where no node has one. */
export type FindBlocks = (numbers: readonly number[]) => Promise<(BlockRef | undefined)[]>

/** Steps down from the head where a chain's beginning is missing, each four times the last. */
const FIRST_STEP = 256
const STEP_GROWTH = 4
/** Numbers that one message tries between the last missing block and the first that is there. */
const PROBES = 16

/** The last block at or before a time, among the blocks up to `head`. */
export async function searchBlockAt(
  timeSec: number,
  head: BlockRef,
  findBlocks: FindBlocks,
): Promise<BlockRef> {
  if (timeSec > head.timestampSec)
    throw new ChainError(`The chain has not reached the time ${timeSec} yet.`, true)
  if (timeSec === head.timestampSec) return head
  const [first] = await findBlocks([0])
  if (first !== undefined && timeSec < first.timestampSec)
    throw new ChainError(`The chain had not begun at the time ${timeSec}.`, false)
  const bounds =
    first === undefined ? await findBounds(timeSec, head, findBlocks) : { low: first, high: head }
  return narrow(timeSec, bounds, findBlocks)
}

interface Bounds {
  low: BlockRef
  high: BlockRef
}

async function narrow(
  timeSec: number,
  { low, high }: Bounds,
  findBlocks: FindBlocks,
): Promise<BlockRef> {
  while (high.number - low.number > 1) {
    const size = high.number - low.number
    const found = await findBlocks(listProbes(timeSec, low, high))
    const known = [low, ...found.filter((block) => block !== undefined), high]
    low = known.findLast(({ timestampSec }) => timestampSec <= timeSec) ?? low
    high = known.find(({ timestampSec }) => timestampSec > timeSec) ?? high
    if (high.number - low.number === size)
      throw new ChainError(
        `Blocks after ${low.number} are missing: add a node that has them.`,
        true,
      )
  }
  return low
}

/** Two blocks around the time, where nodes lack the beginning of the chain. */
async function findBounds(
  timeSec: number,
  head: BlockRef,
  findBlocks: FindBlocks,
): Promise<Bounds> {
  let high = head
  let missing = 0
  let numbers = listSteps(head.number)
  while (high.number - missing > 1) {
    const found = await findBlocks(numbers)
    // From the newest to the oldest: the first that is old enough is the closest.
    for (const [index, block] of found.entries()) {
      if (block === undefined) missing = Math.max(missing, at(numbers, index))
      else if (block.timestampSec <= timeSec) return { low: block, high }
      else high = block
    }
    numbers = listBetween(missing, high.number)
  }
  throw new ChainError(
    `No node has blocks as old as the time ${timeSec}: block ${high.number} is the first. Add a node that keeps older ones.`,
    false,
  )
}

function listSteps(head: number): number[] {
  const numbers: number[] = []
  for (let step = FIRST_STEP; step < head; step *= STEP_GROWTH) numbers.push(head - step)
  return numbers.length > 0 ? numbers : listBetween(0, head)
}

/** Evenly spread numbers between two others, the highest first. */
function listBetween(low: number, high: number): number[] {
  const step = Math.max(1, Math.floor((high - low) / PROBES))
  const numbers: number[] = []
  for (let number = high - step; number > low; number -= step) numbers.push(number)
  return numbers
}

/** Numbers around where even spacing would have it, and the middle, which halves the rest. */
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

type Found = (BlockRef | undefined)[]

/**
 * Blocks by their numbers, of the node that has most of them: not every node keeps the beginning of
 * its chain. A node that lacks `top` lags, and another one is asked.
 */
export async function findBlocks(
  pool: EndpointPool,
  numbers: readonly number[],
  { top, meter }: { top?: BlockRef; meter?: Meter } = {},
): Promise<Found> {
  let best: Found | undefined
  try {
    return await pool.ask({
      ...(meter === undefined ? {} : { meter }),
      ...(top === undefined ? {} : { blockNumber: top.number }),
      requests: () => [...numbers, ...(top === undefined ? [] : [top.number])].map(blockRequest),
      result(replies, { host }) {
        const all = replies.map((reply) => findBlock(reply, host))
        if (top !== undefined) checkTop(all.at(-1), top, host)
        const found = all.slice(0, numbers.length)
        if (best === undefined || countFound(found) > countFound(best)) best = found
        if (found.includes(undefined))
          throw new EndpointFault('unknownState', `${host} does not have all blocks`)
        return found
      },
    })
  } catch (error) {
    if (error instanceof NoEndpoint && best !== undefined) return best
    throw error
  }
}

function checkTop(found: BlockRef | undefined, top: BlockRef, host: string): void {
  if (found === undefined)
    throw new EndpointFault('unknownBlock', `${host} does not have block ${top.number}`)
  if (found.hash !== top.hash)
    throw new EndpointFault('otherFork', `${host} has another block ${top.number}`)
}

function countFound(blocks: Found): number {
  return blocks.filter((block) => block !== undefined).length
}
