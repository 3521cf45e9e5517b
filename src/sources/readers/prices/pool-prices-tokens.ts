import { type Address, parseAbiItem } from 'viem'
import { at } from '../../../lib/at.ts'
import type { BlockRef, ChainReader } from '../../chain/chain.ts'
import { blockBefore } from '../parts/block-before.ts'
import { callEach } from '../parts/call-each.ts'
import { addressOf, lower, readTokens, type TokenFacts } from '../parts/tokens.ts'

const TOKEN0 = parseAbiItem('function token0() view returns (address)')
const TOKEN1 = parseAbiItem('function token1() view returns (address)')
/** A window has enough intervals that each is a small part of it. */
export const INTERVALS = 6

/** A pool's two tokens, and which of them is priced. */
export interface TwoTokens {
  pool: Address
  token: TokenFacts
  quote: TokenFacts
  isFirstPriced: boolean
}

/** The time that prices are averaged over, and sample blocks in it, found when first needed. */
export interface SampledWindow {
  fromSec: number
  toSec: number
  listBlocks(): Promise<BlockRef[]>
}

/** The two tokens of each pool. A pool without the token to be priced is left out. */
export async function readTwoTokens(
  chain: ChainReader,
  pools: readonly { pool: Address; token: Address }[],
): Promise<TwoTokens[]> {
  const addressed = pools.map(({ pool }) => pool)
  const results = await callEach(chain, addressed, [TOKEN0, TOKEN1])
  const sides = results.map((own) => own.map(addressOf))
  const addresses = [...new Set(sides.flat().filter((one) => one !== undefined))]
  const facts = new Map((await readTokens(chain, addresses)).map((token) => [token.address, token]))
  return pools.flatMap(({ pool, token }, index): TwoTokens[] => {
    const [side0, side1] = at(sides, index)
    const first = side0 && facts.get(side0)
    const second = side1 && facts.get(side1)
    if (first === undefined || second === undefined) return []
    if (first.address === lower(token))
      return [{ pool: lower(pool), token: first, quote: second, isFirstPriced: true }]
    return second.address === lower(token)
      ? [{ pool: lower(pool), token: second, quote: first, isFirstPriced: false }]
      : []
  })
}

/** Evenly spaced blocks from the last one before the window to the reader's own, each once. */
export async function sampleBlocks(chain: ChainReader, fromSec: number): Promise<BlockRef[]> {
  const first = await blockBefore(chain, fromSec + 1)
  const last = chain.block
  const numbers = Array.from(
    { length: INTERVALS - 1 },
    (_, index) =>
      first.number + Math.round(((last.number - first.number) * (index + 1)) / INTERVALS),
  )
  const between = [...new Set(numbers)].filter(
    (number) => number > first.number && number < last.number,
  )
  const blocks = await Promise.all(between.map((number) => chain.blockNumbered(number)))
  return first.number < last.number ? [first, ...blocks, last] : [last]
}
