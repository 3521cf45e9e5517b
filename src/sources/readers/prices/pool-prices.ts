import Type, { type Static } from 'typebox'
import { parseAbiItem } from 'viem'
import { at } from '../../../lib/at.ts'
import type { BlockRef, CallResult, ChainReader } from '../../chain/chain.ts'
import { nothingSeen, type SeenPrice } from '../../model/observations.ts'
import type { ReaderKind } from '../../model/reader-kind.ts'
import { type MarketPrice, type PairSample, pairPrice } from '../../prices/pair-price.ts'
import { tickPrice } from '../../prices/tick-price.ts'
import { address, closed, coinId, oneOrMore, spelledCoin } from '../parts/settings.ts'
import { amountOf, coinOf, seenTokens } from '../parts/tokens.ts'
import { readTickPools, type TickState } from './pool-prices-tick.ts'
import {
  readTwoTokens,
  type SampledWindow,
  sampleBlocks,
  type TwoTokens,
} from './pool-prices-tokens.ts'

const settings = Type.Object({
  pools: oneOrMore(
    closed(
      {
        pool: address,
        curve: Type.Union([Type.Literal('constantProduct'), Type.Literal('concentrated')], {
          description:
            'constantProduct for pairs with x · y = k, concentrated for pools with ticks',
        }),
        token: address,
        quoteCoin: Type.Optional(coinId),
      },
      'a pool and the token it gives the price of: { "pool": …, "curve": …, "token": … }',
    ),
    'a list of pools, at least one',
  ),
  windowSec: Type.Optional(
    Type.Integer({
      minimum: 300,
      maximum: 86_400,
      description: 'seconds that prices are averaged over; 1800 if left out',
    }),
  ),
})
type Settings = Static<typeof settings>

interface PairState {
  curve: 'constantProduct'
  tokens: TwoTokens
  samples: PairSample[]
}

/** What was read of a pool, by its curve; pools that did not answer as one are left out. */
type PoolState = { quoteCoin: string | null } & (PairState | TickState)

const WINDOW_SEC = 1_800
// Until the depth of a market is known, its price gets the highest confidence.
const MAX_CONFIDENCE = 0.9

/** What tokens cost in pools, over time and with what it takes to move them. */
export const poolPrices: ReaderKind<Settings, PoolState[]> = {
  kind: 'pool-prices',
  version: 1,
  pricesOnly: true,
  settings,
  methodology: ({ windowSec = WINDOW_SEC }) =>
    `The median of the time-weighted prices of the pieces of the last ${windowSec / 60} minutes, in the pool’s other token, trusted by what it cost all that time to move it by 2%: not at all under 1,000 US dollars, for value from 10,000 on.`,

  async extract(chain, { pools, windowSec = WINDOW_SEC }, { atSec }) {
    let sampled: Promise<BlockRef[]> | undefined
    const listBlocks = () => {
      sampled ??= sampleBlocks(chain, atSec - windowSec)
      return sampled
    }
    const window = { fromSec: atSec - windowSec, toSec: atSec, listBlocks }
    const known = await readTwoTokens(chain, pools)
    const ofCurve = (curve: string) =>
      known.filter(({ pool }) =>
        pools.some((one) => one.pool.toLowerCase() === pool && one.curve === curve),
      )
    const [pairs, ticks] = await Promise.all([
      readPairs(chain, ofCurve('constantProduct'), window),
      readTickPools(chain, ofCurve('concentrated'), window),
    ])
    return [...pairs, ...ticks].map((state) => {
      const { quoteCoin } = pools.find(({ pool }) => pool.toLowerCase() === state.tokens.pool) ?? {}
      return { ...state, quoteCoin: quoteCoin === undefined ? null : spelledCoin(quoteCoin) }
    })
  },

  transform(states, { chain, windowSec = WINDOW_SEC }, { atSec }) {
    const prices = states.flatMap((state): SeenPrice[] => {
      const { token, quote } = state.tokens
      const found = marketPrice(state, { fromSec: atSec - windowSec, toSec: atSec })
      if (found === undefined) return []
      const inCoin = state.quoteCoin ?? coinOf(chain, quote.address)
      const relative = {
        coin: coinOf(chain, token.address),
        inCoin,
        depthInCoin: found.depthInQuote,
      }
      return [{ ...relative, atSec, priceUsd: found.price, confidence: MAX_CONFIDENCE }]
    })
    const tokens = new Map(
      states.flatMap(({ tokens: { token, quote } }) =>
        [token, quote].map((one) => [one.address, one]),
      ),
    )
    return { ...nothingSeen(), tokens: seenTokens(chain, [...tokens.values()]), prices }
  },
}

function marketPrice(
  state: PoolState,
  window: { fromSec: number; toSec: number },
): MarketPrice | undefined {
  const { token, quote, isFirstPriced } = state.tokens
  if (token.decimals === null || quote.decimals === null) return undefined
  if (state.curve === 'constantProduct')
    return pairPrice(state.samples, {
      ...window,
      decimals: token.decimals,
      quoteDecimals: quote.decimals,
    })
  const decimals: [number, number] = isFirstPriced
    ? [token.decimals, quote.decimals]
    : [quote.decimals, token.decimals]
  return tickPrice(state.intervals, { ...state.now, decimals, isFirstPriced })
}

const RESERVES = parseAbiItem(
  'function getReserves() view returns (uint112 reserve0, uint112 reserve1, uint32 blockTimestampLast)',
)
const SUM0 = parseAbiItem('function price0CumulativeLast() view returns (uint256)')
const SUM1 = parseAbiItem('function price1CumulativeLast() view returns (uint256)')

/** Reserves and price sums at several blocks; a pair that is younger than the window has no price. */
async function readPairs(
  chain: ChainReader,
  pools: readonly TwoTokens[],
  { listBlocks }: SampledWindow,
): Promise<PairState[]> {
  if (pools.length === 0) return []
  const blocks = await listBlocks()
  const calls = pools.flatMap(({ pool, isFirstPriced }) =>
    [RESERVES, isFirstPriced ? SUM0 : SUM1].map((abi) => ({ target: pool, abi })),
  )
  const results = await Promise.all(blocks.map((block) => chain.at(block).callMany(calls)))
  return pools.flatMap((tokens, index) => {
    const samples = blocks.flatMap((block, sample) => {
      const ofBlock = at(results, sample)
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
  { reserves, sum }: { reserves: CallResult; sum: CallResult },
): PairSample[] {
  if (!reserves.ok) return []
  const [reserve0, reserve1, lastSec] = reserves.value as readonly [bigint, bigint, number]
  const price = amountOf(sum)
  const cumulative = price === undefined ? null : { price, lastSec: Number(lastSec) }
  const [reserve, quoteReserve] = isFirstPriced ? [reserve0, reserve1] : [reserve1, reserve0]
  return [{ timestampSec, reserve, quoteReserve, cumulative }]
}
