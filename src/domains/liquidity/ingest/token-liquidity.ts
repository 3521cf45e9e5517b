import Type, { type Static } from 'typebox'
import { type Address, parseAbiItem } from 'viem'
import { at } from '../../../lib/at.ts'
import type { ObservationWriter } from '../../../live/model/fact-rows.ts'
import type { CallResult, ChainReader } from '../../../sources/chain/chain.ts'
import { sumOfValues, tokensOf, valueAmount } from '../../../sources/model/amounts.ts'
import {
  type Amount,
  nothingSeen,
  type SeenLiquidity,
} from '../../../sources/model/observations.ts'
import type { PriceBook } from '../../../sources/model/price-book.ts'
import type { ReaderKind } from '../../../sources/model/reader-kind.ts'
import { type TickPool, tickDepth } from '../../../sources/prices/tick-price.ts'
import { address } from '../../../sources/readers/parts/settings.ts'
import {
  gapsOf,
  listSilent,
  type SilentContract,
} from '../../../sources/readers/parts/silent-contracts.ts'
import {
  addressOf,
  amountOf,
  BALANCE_OF,
  coinOf,
  lower,
  readTokens,
  seenTokens,
  type TokenFacts,
} from '../../../sources/readers/parts/tokens.ts'
import {
  readTicks,
  STATE_CALLS,
  toState,
} from '../../../sources/readers/prices/pool-prices-tick.ts'
import { normalizeCoinId } from '../../registry/public.ts'
import { liquidity } from '../facts.ts'

const settings = Type.Object({
  pools: Type.Array(
    Type.Object(
      {
        pool: address,
        curve: Type.Union([Type.Literal('constantProduct'), Type.Literal('concentrated')], {
          description: '"constantProduct" or "concentrated"',
        }),
      },
      { additionalProperties: false, description: 'a pool: { "pool": …, "curve": … }' },
    ),
    { minItems: 1, description: 'a list of pools, at least one' },
  ),
})
type Settings = Static<typeof settings>

/** A concentrated pool at a block. */
type TickState = Omit<TickPool, 'decimals' | 'isFirstPriced'>

interface PoolRead {
  pool: Address
  /** Both tokens and what is in the pool of each. */
  sides: [Side, Side]
  /** Null for a constant product. */
  ticks: TickState | null
}

interface Side {
  token: Address
  raw: bigint
}

interface Payload {
  pools: PoolRead[]
  tokens: TokenFacts[]
  silent: SilentContract[]
}

const TOKEN0 = parseAbiItem('function token0() view returns (address)')
const TOKEN1 = parseAbiItem('function token1() view returns (address)')

/** What is in pools, and how large a trade moves the price of each of their tokens. */
export const tokenLiquidity: ReaderKind<Settings, Payload> = {
  kind: 'token-liquidity',
  version: 1,
  levelsOnly: true,
  settings,
  methodology: () =>
    'What both tokens of each pool hold at one block. Depth is the amount of the other token that moves a token’s price by 1% or 2%, up or down, whichever takes less, without fees: by the constant product, or tick by tick.',

  async extract(chain, { pools }) {
    const { sides, silent } = await readSides(chain, pools)
    const found = await Promise.all(
      pools.map(async ({ pool, curve }, index): Promise<PoolRead[]> => {
        const [first, second] = at(sides, index)
        if (first === undefined || second === undefined) return []
        const ticks = curve === 'concentrated' ? await readState(chain, lower(pool)) : null
        return ticks === undefined ? [] : [{ pool: lower(pool), sides: [first, second], ticks }]
      }),
    )
    const known = found.flat()
    const contracts = known.flatMap(({ sides: both }) => both.map(({ token }) => token))
    return { pools: known, silent, tokens: await readTokens(chain, [...new Set(contracts)]) }
  },

  transform({ pools, tokens, silent }, { protocol, chain }, { atSec }) {
    const seen = pools.flatMap((pool) =>
      ([0, 1] as const).map((index): SeenLiquidity => {
        const amounts = pool.sides.map(({ token, raw }) => ({ coin: coinOf(chain, token), raw }))
        const [own, quote] = [at(amounts, index), at(amounts, 1 - index)]
        const depth = (share: number) => ({
          coin: quote.coin,
          raw: BigInt(Math.floor(depthOf(pool, index === 0, share))),
        })
        return {
          pool: coinOf(chain, pool.pool),
          coin: own.coin,
          own,
          held: amounts,
          depth1Pct: depth(0.01),
          depth2Pct: depth(0.02),
          atSec,
        }
      }),
    )
    return {
      ...nothingSeen(),
      tokens: seenTokens(chain, tokens),
      liquidity: seen,
      gaps: gapsOf(protocol, silent, { what: 'pools', total: pools.length + silent.length }),
    }
  },
}

async function readSides(
  chain: ChainReader,
  pools: Settings['pools'],
): Promise<{ sides: (Side | undefined)[][]; silent: SilentContract[] }> {
  const results = await chain.callMany(
    pools.flatMap(({ pool }) => [TOKEN0, TOKEN1].map((abi) => ({ target: pool, abi }))),
  )
  const silent = await listSilent(
    chain,
    pools.map(({ pool }, index) => ({
      address: lower(pool),
      results: results.slice(2 * index, 2 * index + 2),
    })),
    { what: 'pool', named: pools.map(({ pool }) => lower(pool)) },
  )
  const tokens = results.map(addressOf)
  const balances = await chain.callMany(
    tokens.flatMap((token, index) =>
      token === undefined
        ? []
        : [{ target: token, abi: BALANCE_OF, args: [at(pools, Math.floor(index / 2)).pool] }],
    ),
  )
  const left: CallResult[] = [...balances]
  const sides = tokens.map((token): Side | undefined => {
    const balance = token === undefined ? undefined : left.shift()
    const raw = balance === undefined ? undefined : amountOf(balance)
    return token === undefined || raw === undefined ? undefined : { token, raw }
  })
  return {
    sides: pools.map((_, index) => [at(sides, 2 * index), at(sides, 2 * index + 1)]),
    silent,
  }
}

async function readState(chain: ChainReader, pool: Address): Promise<TickState | undefined> {
  const results = await chain.callMany(STATE_CALLS.map((abi) => ({ target: pool, abi })))
  const now = toState(at(results, 0), at(results, 1), at(results, 2))
  return now === undefined
    ? undefined
    : { ...now, liquidityNet: await readTicks(chain, { pool }, now) }
}

/** The other token, in smallest units, that moves a token's price by a share. */
function depthOf({ sides, ticks }: PoolRead, isFirstPriced: boolean, share: number): number {
  if (ticks !== null) return tickDepth({ ...ticks, decimals: [0, 0], isFirstPriced }, share)
  // x · y = k: to raise the price by a share, the other reserve grows by its root; lowering takes more.
  return Number(at(sides, isFirstPriced ? 1 : 0).raw) * (Math.sqrt(1 + share) - 1)
}

/** A pool of which nothing has a price has no row: its liquidity is not known. */
export const observeLiquidity: ObservationWriter = (seen, prices) => [
  {
    fact: liquidity,
    rows: seen.liquidity.flatMap(({ pool, coin, own, held, depth1Pct, depth2Pct, atSec }) => {
      const { valueUsd, isPriced } = sumOfValues(held, atSec, prices)
      if (!isPriced) return []
      return {
        token: normalizeCoinId(coin) ?? coin,
        pool,
        atSec,
        liquidityTokens: 'usd' in own ? null : (tokensOf(own, prices) ?? null),
        liquidityUsd: valueUsd,
        volumeUsd: null,
        depth1PctUsd: usdOf(depth1Pct, atSec, prices),
        depth2PctUsd: usdOf(depth2Pct, atSec, prices),
      }
    }),
  },
]

function usdOf(amount: Amount, atSec: number, prices: PriceBook): number | null {
  const valued = valueAmount(amount, atSec, prices)
  return 'unpriced' in valued ? null : valued.valueUsd
}
