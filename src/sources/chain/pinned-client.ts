import { mapConcurrently, toBatches } from './batches.ts'
import { blockRequest, getBlock, toQuantity } from './block-reply.ts'
import type { BlockRef } from './chain.ts'
import type { Meter } from './chain-dependencies.ts'
import { EndpointFault, type FaultKind } from './chain-errors.ts'
import { confirmReplies } from './confirm-replies.ts'
import type { Endpoint } from './endpoint.ts'
import type { EndpointPool, Question } from './endpoint-pool.ts'
import { classifyRpcError } from './rpc-error.ts'
import type { RpcReply, RpcRequest } from './rpc-exchange.ts'

/** Every message also asks for the block itself. */
const REQUESTS_PER_MESSAGE = 99
const MAX_PARALLEL_MESSAGES = 4
/** Of one reading, the first messages are confirmed by a second node, then every eighth. */
const ALWAYS_CONFIRMED = 8
const CONFIRM_EVERY = 8

/** How a request names the block: by its hash where the node can, else by its number. */
export type BlockParameter = string | { blockHash: string; requireCanonical: true }

export interface PinnedQuestion {
  requests: readonly ((block: BlockParameter) => RpcRequest)[]
  /** Looks at a reply before it is handed on; may throw an EndpointFault. */
  check?(reply: RpcReply, endpoint: Endpoint): void
  own?: readonly FaultKind[]
  /** Whether two nodes' replies to a request say the same, if not all of it must be equal. */
  agrees?(index: number, one: RpcReply, other: RpcReply): boolean | undefined
}

/** Requests to a chain at one block. */
export interface PinnedClient {
  readonly chain: string
  readonly block: BlockRef
  readonly meter: Meter
  /** Replies in the order of the requests. */
  ask(question: PinnedQuestion): Promise<RpcReply[]>
  /** Results in the order of the requests; `what` names in an error what a node did not give. */
  askResults(requests: PinnedQuestion['requests'], what: string): Promise<unknown[]>
}

/**
 * Every message ends with a request for the block, so that answers of two forks are never mixed:
 * nodes with another block are skipped.
 */
export function pinClient(pool: EndpointPool, block: BlockRef, meter: Meter): PinnedClient {
  let messages = 0

  /** Beyond the first messages, a sample of them is enough. */
  function isSampled(): boolean {
    messages++
    return messages <= ALWAYS_CONFIRMED || messages % CONFIRM_EVERY === 0
  }

  async function askOnce({
    requests,
    check,
    own = [],
    agrees,
  }: PinnedQuestion): Promise<RpcReply[]> {
    const named = (endpoint: Endpoint) =>
      requests.map((request) => request(parameter(block, endpoint)))
    const question: Question<RpcReply[]> = {
      meter,
      own: [...own, 'hashRefused'],
      blockNumber: block.number,
      requests: (endpoint) => [...named(endpoint), blockRequest(block.number)],
      answer(replies, endpoint) {
        const answers = replies.slice(0, -1)
        verify(getBlock(replies.at(-1), endpoint.host), endpoint)
        for (const reply of answers) inspect(reply, endpoint)
        for (const reply of answers) check?.(reply, endpoint)
        return answers
      },
    }
    if (!isSampled()) return pool.ask(question)
    return pool.askConfirmed(question, (replies, by) =>
      confirmReplies(pool, { block, requests: named, replies, by, meter, agrees }),
    )
  }

  function verify(found: BlockRef, { host }: Endpoint): void {
    if (found.hash !== block.hash)
      throw new EndpointFault(
        'otherFork',
        `${host} has another block ${block.number} than the one that is read`,
      )
  }

  async function askBatch(question: PinnedQuestion): Promise<RpcReply[]> {
    for (;;) {
      try {
        return await askOnce(question)
      } catch (error) {
        if (!(error instanceof EndpointFault) || error.kind !== 'hashRefused') throw error
      }
    }
  }

  async function ask(question: PinnedQuestion): Promise<RpcReply[]> {
    const batches = toBatches(question.requests, REQUESTS_PER_MESSAGE)
    const parts = batches.map((requests, index): PinnedQuestion => {
      const offset = index * REQUESTS_PER_MESSAGE
      return {
        ...question,
        requests,
        agrees: (place, one, other) => question.agrees?.(offset + place, one, other),
      }
    })
    const replies = await mapConcurrently(parts, MAX_PARALLEL_MESSAGES, askBatch)
    return replies.flat()
  }

  async function askResults(
    requests: PinnedQuestion['requests'],
    what: string,
  ): Promise<unknown[]> {
    const check = (reply: RpcReply, { host }: Endpoint): void => {
      if (!reply.ok) throw new EndpointFault('refused', `${host} does not give ${what}`)
      if (reply.result === null)
        throw new EndpointFault('unknownBlock', `${host} does not have ${what} that were asked for`)
    }
    return (await ask({ requests, check })).map((reply) => (reply.ok ? reply.result : undefined))
  }

  return { chain: pool.chain, block, meter, ask, askResults }
}

function parameter(block: BlockRef, endpoint: Endpoint): BlockParameter {
  return endpoint.pinsByHash
    ? { blockHash: block.hash, requireCanonical: true }
    : toQuantity(block.number)
}

/** Throws for errors that are about the node, not about the request. */
function inspect(reply: RpcReply, endpoint: Endpoint): void {
  if (reply.ok) return
  const kind = classifyRpcError(reply.error)
  if (kind === 'unknownBlock')
    throw new EndpointFault(
      'unknownBlock',
      `${endpoint.host} no longer has the state of the block, or not yet`,
    )
  if (kind === 'badParameters' && endpoint.pinsByHash) {
    endpoint.pinsByHash = false
    throw new EndpointFault('hashRefused', `${endpoint.host} is asked by number from now on`)
  }
}
