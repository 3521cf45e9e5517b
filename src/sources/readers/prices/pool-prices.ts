import Type, { type Static } from 'typebox'
import type { Address } from 'viem'
import type { BlockRef } from '../../chain/chain.ts'
import { nothingSeen, type SeenPrice } from '../../model/observations.ts'
import type { ReaderKind } from '../../model/reader-kind.ts'
import { type MarketPrice, type PairSample, pairPrice } from '../../prices/pair-price.ts'
import { type TickInterval, type TickPool, tickPrice } from '../../prices/tick-price.ts'
import { address } from '../parts/settings.ts'
import { coinOf, seenTokens, type TokenFacts } from '../parts/tokens.ts'
import { coinId, spelledCoin } from './coin-id.ts'
import { readPairs } from './pool-prices-pair.ts'
import { readTickPools } from './pool-prices-tick.ts'
import { readTwoTokens, sampleBlocks } from './pool-prices-tokens.ts'

const settings = Type.Object({
  pools: Type.Array(
    Type.Object(
      {
        pool: address,
        curve: Type.Union([Type.Literal('constantProduct'), Type.Literal('concentrated')], {
          description:
            'constantProduct for pairs with x · y = k, concentrated for pools with ticks',
        }),
        token: address,
        quoteCoin: Type.Optional(coinId),
      },
      {
        additionalProperties: false,
        description:
          'a pool and the token it gives the price of: { "pool": …, "curve": …, "token": … }',
      },
    ),
    { minItems: 1, description: 'a list of pools, at least one' },
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

/** What was read of a pool, by its curve; pools that did not answer as one are left out. */
export type PoolState = { quoteCoin: string | null; tokens: TwoTokens } & (
  | { curve: 'constantProduct'; samples: PairSample[] }
  | {
      curve: 'concentrated'
      intervals: TickInterval[]
      now: Omit<TickPool, 'decimals' | 'isFirstPriced'>
    }
)

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
