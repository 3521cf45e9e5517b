import { at } from '../../lib/at.ts'
import { agree, isCompared } from './agreement.ts'
import { blockRequest, findBlock } from './block-reply.ts'
import type { BlockRef } from './chain.ts'
import type { Meter } from './chain-dependencies.ts'
import { EndpointFault, NodesDisagree, NoEndpoint } from './chain-errors.ts'
import type { Endpoint } from './endpoint.ts'
import type { EndpointPool } from './endpoint-pool.ts'
import type { RpcReply, RpcRequest } from './rpc-exchange.ts'

/** Of a message with more requests, only this many are asked again elsewhere. */
const SAMPLE_SIZE = 20

export interface Asked {
  block: BlockRef
  /** In the form that an endpoint understands. */
  requests(endpoint: Endpoint): readonly RpcRequest[]
  replies: readonly RpcReply[]
  /** The node that answered. */
  by: Endpoint
  meter: Meter
  /** Whether two replies say the same, where the requests know better than their methods. */
  agrees?: ((index: number, one: RpcReply, other: RpcReply) => boolean | undefined) | undefined
}

interface Vote {
  endpoint: Endpoint
  replies: readonly RpcReply[]
}

/**
 * Asks other nodes the same about the same block until the quorum is reached. Throws when they
 * disagree without a majority, and an EndpointFault when the majority is against the first.
 */
export async function confirmReplies(pool: EndpointPool, asked: Asked): Promise<void> {
  const { count, isRequired } = pool.quorum
  const requests = asked.requests(asked.by)
  const sample = pickSample(requests)
  if (count < 2 || sample.length === 0) return
  const votes: Vote[] = [{ endpoint: asked.by, replies: sample.map((i) => at(asked.replies, i)) }]
  const isSame = (one: Vote, other: Vote): boolean =>
    sample.every((index, place) => {
      const pair = [at(one.replies, place), at(other.replies, place)] as const
      return asked.agrees?.(index, ...pair) ?? agree(at(requests, index), ...pair)
    })
  for (const endpoint of pool.endpoints) {
    if (endpoint === asked.by || !endpoint.isUsable() || endpoint.isLagging()) continue
    if (countSame(votes, isSame) >= count) break
    const replies = await askAgain(endpoint, sample, asked)
    if (replies !== undefined) votes.push({ endpoint, replies })
  }
  settle(pool.chain, asked, { votes, isSame })
  if (isRequired && countSame(votes, isSame) < count)
    throw new NoEndpoint(
      pool.chain,
      `only ${votes.length} of the ${count} nodes that must agree gave an answer`,
    )
}

/** How many agree with the first, itself included. */
function countSame(votes: readonly Vote[], isSame: (one: Vote, other: Vote) => boolean): number {
  return votes.filter((vote) => isSame(at(votes, 0), vote)).length
}

function settle(
  chain: string,
  { block, by }: Asked,
  { votes, isSame }: { votes: readonly Vote[]; isSame: (one: Vote, other: Vote) => boolean },
): void {
  const winner = votes.find(
    (vote) => votes.filter((other) => isSame(vote, other)).length * 2 > votes.length,
  )
  if (winner === undefined)
    throw new NodesDisagree(chain, block.number, 'they answer the same question differently')
  for (const vote of votes)
    if (!isSame(winner, vote))
      vote.endpoint.noteLying(`${vote.endpoint.host} contradicts the other nodes`)
  if (!isSame(winner, at(votes, 0)))
    throw new EndpointFault('contradicted', `${by.host} contradicts the other nodes`)
}

/** The replies of another node about the same block; undefined when it has none to give. */
async function askAgain(
  endpoint: Endpoint,
  sample: readonly number[],
  { requests, block, meter }: Asked,
): Promise<RpcReply[] | undefined> {
  try {
    const own = requests(endpoint)
    const replies = await endpoint.send(
      [...sample.map((index) => at(own, index)), blockRequest(block.number)],
      meter,
    )
    const found = findBlock(replies.at(-1), endpoint.host)
    return found?.hash === block.hash ? replies.slice(0, -1) : undefined
  } catch (error) {
    if (!(error instanceof EndpointFault)) throw error
    endpoint.noteFault(error)
    return undefined
  }
}

/** All that can be compared, or as many of them as a sample has, spread evenly. */
function pickSample(requests: readonly RpcRequest[]): number[] {
  const compared = requests.flatMap((request, index) => (isCompared(request) ? [index] : []))
  if (compared.length <= SAMPLE_SIZE) return compared
  const step = compared.length / SAMPLE_SIZE
  return Array.from({ length: SAMPLE_SIZE }, (_, place) => at(compared, Math.floor(place * step)))
}
