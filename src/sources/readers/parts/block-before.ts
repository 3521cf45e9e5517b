import type { BlockRef, ChainReader } from '../../chain/chain.ts'

/** A reader, or a client, which has no block of its own. */
type Blocks = Pick<ChainReader, 'blockAt' | 'blockNumbered'> & Partial<Pick<ChainReader, 'block'>>

/** The last block before a time, at most the reader's own; at least the chain's first block. */
export async function blockBefore(chain: Blocks, timeSec: number): Promise<BlockRef> {
  if (chain.block !== undefined && chain.block.timestampSec < timeSec) return chain.block
  try {
    return await chain.blockAt(timeSec - 1)
  } catch (error) {
    const first = await chain.blockNumbered(0).catch(() => undefined)
    if (first !== undefined && first.timestampSec >= timeSec) return first
    throw error
  }
}
