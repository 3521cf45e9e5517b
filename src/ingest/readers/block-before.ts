import type { BlockRef, ChainReader } from '../chain/chain.ts'

/** The last block before a time; of a time before the chain began, its first block. */
export async function blockBefore(chain: Pick<ChainReader, 'blockAt' | 'blockNumbered'>, timeSec: number): Promise<BlockRef> {
  const first = await chain.blockNumbered(0)
  return first.timestampSec >= timeSec ? first : chain.blockAt(timeSec - 1)
}
