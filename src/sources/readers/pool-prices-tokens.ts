import { type Address, parseAbiItem } from 'viem'
import type { BlockRef, ChainReader } from '../chain/chain.ts'
import { blockBefore } from './block-before.ts'
import type { TwoTokens } from './pool-prices.ts'
import { addressOf, lower, readTokens } from './tokens.ts'

const TOKEN0 = parseAbiItem('function token0() view returns (address)')
const TOKEN1 = parseAbiItem('function token1() view returns (address)')
/** Pieces that a window is cut into: enough that one of them is a small part of it. */
export const PIECES = 6

/** The two tokens of each pool. One that does not have the token it is asked for is left out. */
export async function readTwoTokens(
  chain: ChainReader,
  pools: readonly { pool: Address; token: Address }[],
): Promise<TwoTokens[]> {
  const answers = await chain.callMany(
    pools.flatMap(({ pool }) => [TOKEN0, TOKEN1].map((abi) => ({ target: pool, abi }))),
  )
  const sides = pools.map((_, index) => answers.slice(2 * index, 2 * index + 2).map(addressOf))
  const addresses = [...new Set(sides.flat().filter((one) => one !== undefined))]
  const facts = new Map((await readTokens(chain, addresses)).map((token) => [token.address, token]))
  return pools.flatMap(({ pool, token }, index): TwoTokens[] => {
    const [first, second] = (sides[index] ?? []).map((side) =>
      side === undefined ? undefined : facts.get(side),
    )
    if (first === undefined || second === undefined) return []
    if (first.address === lower(token))
      return [{ pool: lower(pool), token: first, quote: second, isFirstPriced: true }]
    return second.address === lower(token)
      ? [{ pool: lower(pool), token: second, quote: first, isFirstPriced: false }]
      : []
  })
}

/**
 * Blocks at even distances from the last one before the window up to the reader's own, each once.
 */
export async function sampleBlocks(chain: ChainReader, fromSec: number): Promise<BlockRef[]> {
  const first = await blockBefore(chain, fromSec + 1)
  const last = chain.block
  const numbers = Array.from(
    { length: PIECES - 1 },
    (_, index) => first.number + Math.round(((last.number - first.number) * (index + 1)) / PIECES),
  )
  const between = [...new Set(numbers)].filter(
    (number) => number > first.number && number < last.number,
  )
  const blocks = await Promise.all(between.map((number) => chain.blockNumbered(number)))
  return first.number < last.number ? [first, ...blocks, last] : [last]
}
