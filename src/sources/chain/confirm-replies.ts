import { at } from '../../lib/at.ts'
import { findMajority } from './agreed-block.ts'
import { blockRequest, findBlock } from './block-reply.ts'
import type { BlockRef, Meter } from './chain.ts'
import { EndpointFault, NodesDisagree, NoEndpoint } from './chain-errors.ts'
import type { Endpoint } from './endpoint.ts'
import type { EndpointPool } from './endpoint-pool.ts'
import { classifyRpcError, type RpcReply, type RpcRequest } from './rpc-exchange.ts'

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
      `only ${votes.length} of the ${count} nodes that must agree gave a response`,
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
  const winner = findMajority(votes, isSame)
  if (winner === undefined)
    throw new NodesDisagree(chain, block.number, 'they answer the same request differently')
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

type Comparable = (result: unknown) => unknown

const text: Comparable = (result) => String(result).toLowerCase()
const quantity: Comparable = (result) => BigInt(result as string)
/** Nodes add members of their own, so only those that all have are compared. */
const members =
  (...names: string[]): Comparable =>
  (result) =>
    result === null
      ? null
      : names.map((name) => String((result as Record<string, unknown>)[name]).toLowerCase())
const log = members('address', 'topics', 'data', 'blockHash', 'logIndex')
const logs: Comparable = (result) =>
  (result as unknown[]).map((one) => JSON.stringify(log(one))).sort()

/** What must be equal of two nodes' results; a method that is not listed is not compared. */
const COMPARED: Readonly<Record<string, Comparable>> = {
  eth_call: text,
  eth_getCode: text,
  eth_getStorageAt: quantity,
  eth_getBalance: quantity,
  eth_getTransactionCount: quantity,
  eth_getBlockByNumber: members('hash'),
  eth_getBlockByHash: members('hash'),
  eth_getLogs: logs,
  eth_getTransactionReceipt: members('blockHash', 'from', 'to', 'status'),
  eth_getTransactionByHash: members('blockHash', 'from', 'to', 'value', 'input'),
}

function isCompared({ method }: RpcRequest): boolean {
  return Object.hasOwn(COMPARED, method)
}

/** Whether two nodes say the same; a node's own trouble, such as its limits, contradicts nobody. */
export function agree({ method }: RpcRequest, one: RpcReply, other: RpcReply): boolean {
  const compared = COMPARED[method]
  if (compared === undefined) return true
  if (one.ok && other.ok) {
    try {
      const [left, right] = [compared(one.result), compared(other.result)]
      return typeof left === 'object'
        ? JSON.stringify(left) === JSON.stringify(right)
        : left === right
    } catch {
      // A result that cannot be read is not what the other one says.
      return false
    }
  }
  if (!one.ok && !other.ok) return true
  const failed = one.ok ? other : one
  return failed.ok || classifyRpcError(failed.error) !== 'reverted'
}
