import { blockRequest, findBlock } from './block-reply.ts'
import type { BlockRef } from './chain.ts'
import type { Meter } from './chain-dependencies.ts'
import { EndpointFault, NoEndpoint } from './chain-errors.ts'
import type { EndpointPool } from './endpoint-pool.ts'

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
      answer(replies, { host }) {
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
