import { findMajority } from './agreed-block.ts'
import type { BlockRef } from './chain.ts'
import { EndpointFault, NodesDisagree, NoEndpoint } from './chain-errors.ts'
import type { Endpoint } from './endpoint.ts'
import type { EndpointPool } from './endpoint-pool.ts'
import { hearNode, type Testimony } from './testimony.ts'

/**
 * Blocks that are no longer part of the chain, by the word of nodes whose own chains hold together.
 */
export async function listReplacedBlocks(
  pool: EndpointPool,
  known: readonly BlockRef[],
): Promise<BlockRef[]> {
  const blocks = [...known].sort((a, b) => a.number - b.number)
  if (blocks.length === 0) return []
  const usable = pool.endpoints.filter((endpoint) => endpoint.isUsable())
  const heard = (await Promise.all(usable.map((endpoint) => hear(endpoint, blocks)))).filter(
    (testimony) => testimony !== undefined,
  )
  if (heard.length === 0) throw new NoEndpoint(pool.chain, 'none gave blocks that belong together')
  return blocks.filter((block) => isReplaced(pool.chain, block, heard))
}

async function hear(
  endpoint: Endpoint,
  known: readonly BlockRef[],
): Promise<Testimony | undefined> {
  try {
    const testimony = await hearNode(endpoint, known)
    if (testimony === undefined)
      endpoint.noteLying(`${endpoint.host} gives blocks that do not follow each other`)
    return testimony
  } catch (error) {
    if (!(error instanceof EndpointFault)) throw error
    endpoint.noteFault(error)
    return undefined
  }
}

/**
 * Those that know the height must agree; a single voice is believed when its chain leads down to a
 * block that we know.
 */
function isReplaced(chain: string, block: BlockRef, heard: readonly Testimony[]): boolean {
  const voices = heard.filter(({ hashes }) => hashes.has(block.number))
  if (voices.length === 0) return false
  const hash = findMajority(voices.map(({ hashes }) => hashes.get(block.number)))
  if (hash === undefined)
    throw new NodesDisagree(chain, block.number, 'half of them contradict the other half')
  const believed = voices.filter(({ hashes }) => hashes.get(block.number) === hash)
  for (const { endpoint } of voices.filter((voice) => !believed.includes(voice))) {
    endpoint.noteLying(`${endpoint.host} contradicts the other nodes about block ${block.number}`)
  }
  if (hash === block.hash) return false
  if (believed.length === 1 && believed[0]?.isAnchored !== true) {
    throw new NodesDisagree(
      chain,
      block.number,
      'the only node that knows it has a chain that shares no block with what was read',
    )
  }
  return true
}
