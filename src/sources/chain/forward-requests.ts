import { mapConcurrently, toBatches } from './batches.ts'
import { blockRequest, getBlock } from './block-reply.ts'
import type { BlockRef } from './chain.ts'
import type { Meter } from './chain-dependencies.ts'
import { EndpointFault, NoEndpoint } from './chain-errors.ts'
import { confirmReplies } from './confirm-replies.ts'
import type { Endpoint } from './endpoint.ts'
import type { EndpointPool } from './endpoint-pool.ts'
import { classifyRpcError } from './rpc-error.ts'
import type { RpcReply, RpcRequest } from './rpc-exchange.ts'

/** Every message also asks for the block itself. */
const REQUESTS_PER_MESSAGE = 99
const MAX_PARALLEL_MESSAGES = 4
/** Parsed, an answer takes several times its size; modules that need more ask in parts. */
const MAX_ANSWER_BYTES = 32_000_000

/**
 * Sends requests as a module wrote them, through the same nodes as all other reads. What a request
 * itself causes, such as an error about its parameters, is its answer and harms no node's standing.
 */
export async function forwardRequests(
  pool: EndpointPool,
  { block, meter }: { block: BlockRef; meter: Meter },
  requests: readonly RpcRequest[],
): Promise<RpcReply[]> {
  const replies = await mapConcurrently(
    toBatches(requests, REQUESTS_PER_MESSAGE),
    MAX_PARALLEL_MESSAGES,
    (batch) => forwardBatch(pool, { block, meter }, batch),
  )
  return replies.flat()
}

async function forwardBatch(
  pool: EndpointPool,
  { block, meter }: { block: BlockRef; meter: Meter },
  requests: readonly RpcRequest[],
): Promise<RpcReply[]> {
  let unanswered: RpcReply[] | undefined
  try {
    return await pool.askConfirmed(
      {
        meter,
        isForeign: true,
        maxBytes: MAX_ANSWER_BYTES,
        blockNumber: block.number,
        requests: () => [...requests, blockRequest(block.number)],
        answer(all, endpoint) {
          const replies = all.slice(0, -1)
          checkBlock(all.at(-1), block, endpoint)
          if (replies.some(isUnknownBlock)) {
            unanswered = replies
            throw new EndpointFault('unknownState', `${endpoint.host} lacks what was asked for`)
          }
          return replies
        },
      },
      (replies, by) =>
        confirmReplies(pool, { block, requests: () => requests, replies, by, meter }),
    )
  } catch (error) {
    // No node has what was asked for; what the last one said about it is the answer.
    if (error instanceof NoEndpoint && unanswered !== undefined) return unanswered
    throw error
  }
}

function checkBlock(reply: RpcReply | undefined, block: BlockRef, { host }: Endpoint): void {
  if (getBlock(reply, host).hash !== block.hash)
    throw new EndpointFault(
      'otherFork',
      `${host} has another block ${block.number} than the one that is read`,
    )
}

function isUnknownBlock(reply: RpcReply): boolean {
  return !reply.ok && classifyRpcError(reply.error) === 'unknownBlock'
}
