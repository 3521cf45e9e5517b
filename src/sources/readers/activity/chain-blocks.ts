import Type from 'typebox'
import type { BlockRef } from '../../chain/chain.ts'
import { nothingSeen } from '../../model/observations.ts'
import type { ReaderKind } from '../../model/reader-kind.ts'

const settings = Type.Object({})

/** Blocks and their times, so that a time can be turned into a block and back. */
export const chainBlocks: ReaderKind<object, BlockRef[]> = {
  kind: 'chain-blocks',
  version: 1,
  settings,
  methodology: () =>
    'The first and the last block of each range, with the time that the chain itself gave them.',

  async extract(chain, _instance, { fromBlock }) {
    const { block } = chain
    return fromBlock + 1 < block.number
      ? [await chain.blockNumbered(fromBlock + 1), block]
      : [block]
  },

  transform(blocks, { chain }) {
    const seen = blocks.map(({ number, timestampSec }) => ({
      chain,
      atSec: timestampSec,
      height: number,
    }))
    return { ...nothingSeen(), blocks: seen }
  },
}
