import { findMajority } from './agreed-block.ts'
import type { BlockRef } from './chain.ts'
import { EndpointFault, NodesDisagree, NoEndpoint } from './chain-errors.ts'
import type { Endpoint } from './endpoint.ts'
import type { EndpointPool } from './endpoint-pool.ts'
import { findBlocks } from './find-blocks.ts'
import { type NodeChain, readNodeChain } from './node-chain.ts'

/** Known blocks that one message compares; mostly the newest of them settles it. */
const COMPARED_BATCH_SIZE = 64

/**
 * The newest of the known blocks, down to one that is still there: what lies below that one cannot
 * have been replaced, however deep a reorg went.
 */
export async function listSuspects(
  pool: EndpointPool,
  known: readonly BlockRef[],
): Promise<BlockRef[]> {
  const blocks = [...known].sort((a, b) => b.number - a.number)
  for (let from = 0; from < blocks.length; from += COMPARED_BATCH_SIZE) {
    const batch = blocks.slice(from, from + COMPARED_BATCH_SIZE)
    const found = await findBlocks(
      pool,
      batch.map(({ number }) => number),
    )
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
  const answers = await Promise.all(usable.map((endpoint) => readChainOf(endpoint, blocks)))
  const chains = answers.filter((chain) => chain !== undefined)
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
