import { blockRequest, findBlock, getBlock } from './block-reply.ts'
import type { BlockRef } from './chain.ts'
import { EndpointFault } from './chain-errors.ts'
import type { Endpoint } from './endpoint.ts'

/** To see that blocks belong together, at most this many between them are read. */
const MAX_LINKED_BLOCKS = 20_000

/** What one node has at the heights of blocks that were read earlier. */
export interface NodeChain {
  endpoint: Endpoint
  /** Its hash by height; heights above its newest block are missing. */
  hashes: ReadonlyMap<number, string>
  /** Whether its blocks lead down to one that was read earlier. */
  isAnchored: boolean
}

/** Asks a node for known blocks, from low to high; undefined when its chain is inconsistent. */
export async function readNodeChain(
  endpoint: Endpoint,
  known: readonly BlockRef[],
): Promise<NodeChain | undefined> {
  const { host } = endpoint
  const replies = await endpoint.send([
    blockRequest('latest'),
    ...known.map(({ number }) => blockRequest(number)),
  ])
  const head = getBlock(replies[0], host)
  const hashes = new Map<number, string>()
  for (const [index, { number }] of known.entries()) {
    const block = number > head.number ? undefined : findBlock(replies[index + 1], host)
    if (block !== undefined) hashes.set(number, block.hash)
  }
  const changed = known.find(
    ({ number, hash }) => hashes.has(number) && hashes.get(number) !== hash,
  )
  if (changed === undefined) return { endpoint, hashes, isAnchored: true }
  const anchor = known.findLast(
    ({ number, hash }) => number < changed.number && hashes.get(number) === hash,
  )
  const newest = Math.max(...hashes.keys())
  if (anchor !== undefined && newest - anchor.number > MAX_LINKED_BLOCKS)
    return isOneFork(known, hashes, changed.number)
      ? { endpoint, hashes, isAnchored: true }
      : undefined
  const from = anchor ?? { number: changed.number - 1, hash: changed.parentHash }
  const chain = await readChain(endpoint, Math.max(0, from.number), newest)
  if (!isLinked(chain, hashes)) return undefined
  return {
    endpoint,
    hashes,
    isAnchored: chain[0]?.number === from.number && chain[0].hash === from.hash,
  }
}

/** Above a fork every known block is another one. */
function isOneFork(
  known: readonly BlockRef[],
  hashes: ReadonlyMap<number, string>,
  fork: number,
): boolean {
  return known.every(({ number, hash }) => number < fork || hashes.get(number) !== hash)
}

async function readChain(endpoint: Endpoint, from: number, to: number): Promise<BlockRef[]> {
  const numbers = Array.from({ length: to - from + 1 }, (_, index) => from + index)
  const replies = await endpoint.send(numbers.map(blockRequest))
  if (replies.some((reply) => !reply.ok || reply.result === null)) {
    throw new EndpointFault(
      'unknownBlock',
      `${endpoint.host} lost blocks while it was asked about them`,
    )
  }
  return replies.map((reply) => getBlock(reply, endpoint.host))
}

/** Each block's parent is the one below it, and all are those that the node gave before. */
function isLinked(chain: readonly BlockRef[], hashes: ReadonlyMap<number, string>): boolean {
  return chain.every(({ number, hash, parentHash }, index) => {
    const below = chain[index - 1]
    const isChild =
      below === undefined || (parentHash === below.hash && number === below.number + 1)
    return isChild && (hashes.get(number) ?? hash) === hash
  })
}
