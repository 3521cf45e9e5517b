import { parseAbiItem } from 'viem'
import { at } from '../../../lib/at.ts'
import type { Answer, ChainReader } from '../../chain/chain.ts'
import type { PairSample } from '../../prices/pair-price.ts'
import { amountOf } from '../parts/tokens.ts'
import type { PoolState, SampledWindow, TwoTokens } from './pool-prices.ts'

const RESERVES = parseAbiItem(
  'function getReserves() view returns (uint112 reserve0, uint112 reserve1, uint32 blockTimestampLast)',
)
const SUM0 = parseAbiItem('function price0CumulativeLast() view returns (uint256)')
const SUM1 = parseAbiItem('function price1CumulativeLast() view returns (uint256)')

type PairState = Extract<PoolState, { curve: 'constantProduct' }>

/** Reserves and price sums at several blocks; a pair that is younger than the window has no price. */
export async function readPairs(
  chain: ChainReader,
  pools: readonly TwoTokens[],
  { listBlocks }: SampledWindow,
): Promise<Omit<PairState, 'quoteCoin'>[]> {
  if (pools.length === 0) return []
  const blocks = await listBlocks()
  const calls = pools.flatMap(({ pool, isFirstPriced }) =>
    [RESERVES, isFirstPriced ? SUM0 : SUM1].map((abi) => ({ target: pool, abi })),
  )
  const answers = await Promise.all(blocks.map((block) => chain.at(block).callMany(calls)))
  return pools.flatMap((tokens, index) => {
    const samples = blocks.flatMap((block, sample) => {
      const ofBlock = at(answers, sample)
      const [reserves, sum] = [at(ofBlock, 2 * index), at(ofBlock, 2 * index + 1)]
      return toSample(tokens, block.timestampSec, { reserves, sum })
    })
    return samples.length === blocks.length
      ? [{ curve: 'constantProduct' as const, tokens, samples }]
      : []
  })
}

function toSample(
  { isFirstPriced }: TwoTokens,
  timestampSec: number,
  { reserves, sum }: { reserves: Answer; sum: Answer },
): PairSample[] {
  if (!reserves.ok) return []
  const [reserve0, reserve1, lastSec] = reserves.value as readonly [bigint, bigint, number]
  const price = amountOf(sum)
  const cumulative = price === undefined ? null : { price, lastSec: Number(lastSec) }
  const [reserve, quoteReserve] = isFirstPriced ? [reserve0, reserve1] : [reserve1, reserve0]
  return [{ timestampSec, reserve, quoteReserve, cumulative }]
}
