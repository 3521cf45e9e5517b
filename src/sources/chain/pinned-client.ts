import { mapConcurrently, toBatches } from '../../lib/batches.ts'
import { blockRequest, getBlock, toQuantity } from './block-reply.ts'
import type { BlockRef, Meter } from './chain.ts'
import { EndpointFault, type FaultKind, NoEndpoint } from './chain-errors.ts'
import { confirmReplies } from './confirm-replies.ts'
import type { Endpoint } from './endpoint.ts'
import type { ChainRequest, EndpointPool } from './endpoint-pool.ts'
import { classifyRpcError, type RpcReply, type RpcRequest } from './rpc-exchange.ts'

/** Every message also asks for the block itself. */
const REQUESTS_PER_MESSAGE = 99
const MAX_PARALLEL_MESSAGES = 4
/** Of one reading, the first messages are confirmed by a second node, then every eighth. */
const ALWAYS_CONFIRMED = 8
const CONFIRM_EVERY = 8
/** Parsed, a response takes several times its size; modules that need more ask in parts. */
const MAX_FORWARDED_BYTES = 32_000_000

/** How a request names the block: by its hash where the node can, else by its number. */
export type BlockParameter = string | { blockHash: string; requireCanonical: true }

export interface PinnedRequest {
  requests: readonly ((block: BlockParameter) => RpcRequest)[]
  /** Looks at a reply before it is handed on; may throw an EndpointFault. */
  check?(reply: RpcReply, endpoint: Endpoint): void
  own?: readonly FaultKind[]
  /** Whether two nodes' replies to a request say the same, if not all of it must be equal. */
  agrees?: ((index: number, one: RpcReply, other: RpcReply) => boolean | undefined) | undefined
}

/**
 * Requests to a chain at one block. Every message ends with a request for the block, so that answers
 * of two forks are never mixed: nodes with another block are skipped.
 */
export class PinnedClient {
  readonly chain: string
  readonly block: BlockRef
  readonly meter: Meter
  readonly #pool: EndpointPool
  #messages = 0

  constructor(pool: EndpointPool, block: BlockRef, meter: Meter) {
    this.chain = pool.chain
    this.#pool = pool
    this.block = block
    this.meter = meter
  }

  /** Replies in the order of the requests. */
  async ask(request: PinnedRequest): Promise<RpcReply[]> {
    const { requests, agrees } = request
    return inMessages(requests, (batch, offset) =>
      this.#askMessage({
        ...request,
        requests: batch,
        agrees: (place, one, other) => agrees?.(offset + place, one, other),
      }),
    )
  }

  /** Results in the order of the requests; `what` names in an error what a node did not give. */
  async askResults(requests: PinnedRequest['requests'], what: string): Promise<unknown[]> {
    const check = (reply: RpcReply, { host }: Endpoint): void => {
      if (!reply.ok) throw new EndpointFault('refused', `${host} does not give ${what}`)
      if (reply.result === null)
        throw new EndpointFault('unknownBlock', `${host} does not have ${what} that were asked for`)
    }
    const replies = await this.ask({ requests, check })
    return replies.map((reply) => (reply.ok ? reply.result : undefined))
  }

  /**
   * Sends requests as a module wrote them, through the same nodes as all other reads. What a request
   * itself causes, such as an error about its parameters, is its response and harms no node's
   * standing.
   */
  forward(requests: readonly RpcRequest[]): Promise<RpcReply[]> {
    return inMessages(requests, (batch) => this.#forwardMessage(batch))
  }

  async #askMessage(request: PinnedRequest): Promise<RpcReply[]> {
    const { requests, check, own = [], agrees } = request
    try {
      return await this.#send(
        {
          own: [...own, 'hashRefused'],
          requests: (endpoint) =>
            requests.map((request) => request(parameter(this.block, endpoint))),
          inspect(replies, endpoint) {
            for (const reply of replies) inspect(reply, endpoint)
            for (const reply of replies) check?.(reply, endpoint)
          },
          agrees,
        },
        this.#isSampled(),
      )
    } catch (error) {
      if (!(error instanceof EndpointFault) || error.kind !== 'hashRefused') throw error
      return this.#askMessage(request)
    }
  }

  async #forwardMessage(requests: readonly RpcRequest[]): Promise<RpcReply[]> {
    let unanswered: RpcReply[] | undefined
    try {
      return await this.#send({
        isForeign: true,
        maxBytes: MAX_FORWARDED_BYTES,
        requests: () => requests,
        inspect(replies, { host }) {
          if (!replies.some(isUnknownBlock)) return
          unanswered = replies
          throw new EndpointFault('unknownState', `${host} lacks what was asked for`)
        },
      })
    } catch (error) {
      // No node has what was requested; what the last one said about it is the response.
      if (error instanceof NoEndpoint && unanswered !== undefined) return unanswered
      throw error
    }
  }

  /** Beyond the first messages, a sample of them is enough. */
  #isSampled(): boolean {
    this.#messages++
    return this.#messages <= ALWAYS_CONFIRMED || this.#messages % CONFIRM_EVERY === 0
  }

  /** One message, which a second node confirms where that is wanted. */
  #send({ requests, inspect, agrees, ...options }: Message, isConfirmed = true) {
    const { block, meter } = this
    const request: ChainRequest<RpcReply[]> = {
      ...options,
      meter,
      blockNumber: block.number,
      requests: (endpoint) => [...requests(endpoint), blockRequest(block.number)],
      result(all, endpoint) {
        if (getBlock(all.at(-1), endpoint.host).hash !== block.hash)
          throw new EndpointFault(
            'otherFork',
            `${endpoint.host} has another block ${block.number} than the one that is read`,
          )
        const replies = all.slice(0, -1)
        inspect(replies, endpoint)
        return replies
      },
    }
    if (!isConfirmed) return this.#pool.ask(request)
    return this.#pool.askConfirmed(request, (replies, by) =>
      confirmReplies(this.#pool, { block, requests, replies, by, meter, agrees }),
    )
  }
}

interface Message
  extends Pick<ChainRequest<RpcReply[]>, 'requests' | 'own' | 'maxBytes' | 'isForeign'>,
    Pick<PinnedRequest, 'agrees'> {
  /** Looks at all replies; may throw an EndpointFault. */
  inspect(replies: RpcReply[], endpoint: Endpoint): void
}

async function inMessages<Request>(
  requests: readonly Request[],
  send: (batch: Request[], offset: number) => Promise<RpcReply[]>,
): Promise<RpcReply[]> {
  const batches = toBatches(requests, REQUESTS_PER_MESSAGE).entries()
  const replies = await mapConcurrently([...batches], MAX_PARALLEL_MESSAGES, ([index, batch]) =>
    send(batch, index * REQUESTS_PER_MESSAGE),
  )
  return replies.flat()
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

function isUnknownBlock(reply: RpcReply): boolean {
  return !reply.ok && classifyRpcError(reply.error) === 'unknownBlock'
}
