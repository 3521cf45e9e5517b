import { findMajority } from './agreed-block.ts'
import { blockRequest, findBlock, getBlock } from './block-reply.ts'
import { findBlocks } from './block-search.ts'
import type { BlockRef } from './chain.ts'
import { EndpointFault, NodesDisagree, NoEndpoint } from './chain-errors.ts'
import type { Endpoint } from './endpoint.ts'
import type { EndpointPool } from './endpoint-pool.ts'

/** Known blocks that one message compares; mostly the newest of them settles it. */
const COMPARED_BATCH_SIZE = 64

/** The newest known blocks, down to one that is still there: below it nothing was replaced. */
export async function listSuspects(
  pool: EndpointPool,
  known: readonly BlockRef[],
): Promise<BlockRef[]> {
  const blocks = [...known].sort((a, b) => b.number - a.number)
  for (let from = 0; from < blocks.length; from += COMPARED_BATCH_SIZE) {
    const batch = blocks.slice(from, from + COMPARED_BATCH_SIZE)
    const numbers = batch.map(({ number }) => number)
    const found = await findBlocks(pool, numbers)
    const same = batch.findIndex(({ hash }, index) => found[index]?.hash === hash)
    if (same >= 0) return blocks.slice(0, from + same + 1)
  }
  return blocks
}

/** Blocks that are no longer part of the chain, according to nodes with a consistent chain. */
export async function listReplacedBlocks(
  pool: EndpointPool,
  known: readonly BlockRef[],
): Promise<BlockRef[]> {
  const blocks = [...known].sort((a, b) => a.number - b.number)
  if (blocks.length === 0) return []
  const usable = pool.endpoints.filter((endpoint) => endpoint.isUsable())
  const results = await Promise.all(usable.map((endpoint) => readChainOf(endpoint, blocks)))
  const chains = results.filter((chain) => chain !== undefined)
  if (chains.length === 0) throw new NoEndpoint(pool.chain, 'none gave blocks that belong together')
  return blocks.filter((block) => isReplaced(pool.chain, block, chains))
}

async function readChainOf(
  endpoint: Endpoint,
  known: readonly BlockRef[],
): Promise<NodeChain | undefined> {
  try {
    const chain = await readNodeChain(endpoint, known)
    if (chain === undefined)
      endpoint.noteLying(`${endpoint.host} gives blocks that do not follow each other`)
    return chain
  } catch (error) {
    if (!(error instanceof EndpointFault)) throw error
    endpoint.noteFault(error)
    return undefined
  }
}

/** Nodes that know the height must agree; a single one must share a block with what was read. */
function isReplaced(chain: string, block: BlockRef, chains: readonly NodeChain[]): boolean {
  const voters = chains.filter(({ hashes }) => hashes.has(block.number))
  if (voters.length === 0) return false
  const hash = findMajority(voters.map(({ hashes }) => hashes.get(block.number)))
  if (hash === undefined)
    throw new NodesDisagree(chain, block.number, 'half of them contradict the other half')
  const majority = voters.filter(({ hashes }) => hashes.get(block.number) === hash)
  for (const { endpoint } of voters.filter((voter) => !majority.includes(voter))) {
    endpoint.noteLying(`${endpoint.host} contradicts the other nodes about block ${block.number}`)
  }
  if (hash === block.hash) return false
  if (majority.length === 1 && majority[0]?.isAnchored !== true) {
    throw new NodesDisagree(
      chain,
      block.number,
      'the only node that knows it has a chain that shares no block with what was read',
    )
  }
  return true
}

/** To see that blocks belong together, at most this many between them are read. */
const MAX_LINKED_BLOCKS = 20_000

/** What one node has at the heights of blocks that were read earlier. */
interface NodeChain {
  endpoint: Endpoint
  /** Its hash by height; heights above its newest block are missing. */
  hashes: ReadonlyMap<number, string>
  /** Whether its blocks lead down to one that was read earlier. */
  isAnchored: boolean
}

/** Asks a node for known blocks, from low to high; undefined when its chain is inconsistent. */
async function readNodeChain(
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
