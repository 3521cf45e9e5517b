import Type, { type Static } from 'typebox'
import { type Address, parseAbiItem } from 'viem'
import { at } from '../../../lib/at.ts'
import type { ChainReader, Log } from '../../chain/chain.ts'
import type { ReaderKind } from '../../model/reader-kind.ts'
import {
  address,
  addresses,
  type Full,
  feeShares,
  oneOf,
  percent,
  sharesProblems,
  toPpm,
} from '../parts/settings.ts'
import { listSilent, type SilentContract } from '../parts/silent-contracts.ts'
import {
  addressOf,
  amountOf,
  BALANCE_OF,
  lower,
  type TokenFacts,
  tokenCalls,
  tokensFrom,
} from '../parts/tokens.ts'
import { exchangeObservations } from './exchange-observations.ts'
import { readCreated, readTrades } from './pool-logs.ts'
import type { Traded, TradingPool } from './trades.ts'

const settings = Type.Object({
  factory: Type.Optional(address),
  pools: Type.Optional(addresses),
  feePct: Type.Optional(percent),
  shares: Type.Optional(feeShares),
  yields: Type.Optional(Type.Boolean({ description: 'true or false' })),
})
type Settings = Static<typeof settings>

interface Pool extends TradingPool {
  held0: bigint
  held1: bigint
}

interface Payload {
  pools: Pool[]
  silent: SilentContract[]
  tokens: TokenFacts[]
  swaps: Log[]
}

const TOKEN0 = parseAbiItem('function token0() view returns (address)')
const TOKEN1 = parseAbiItem('function token1() view returns (address)')
const FEE = parseAbiItem('function fee() view returns (uint256)')
const POOL_CREATED = parseAbiItem(
  'event PoolCreated(address indexed token0, address indexed token1, uint24 indexed fee, int24 tickSpacing, address pool)',
)
const SWAP = parseAbiItem(
  'event Swap(address indexed sender, address indexed recipient, int256 amount0, int256 amount1, uint160 sqrtPriceX96, uint128 liquidity, int24 tick)',
)

/** Pools with liquidity in ranges of prices. */
export const concentratedLiquidity: ReaderKind<Settings, Payload> = {
  kind: 'concentrated-liquidity',
  version: 1,
  settings,
  check: ({ factory, pools, shares }) => [...oneOf({ factory, pools }), ...sharesProblems(shares)],
  methodology: () =>
    'What the pools hold of both tokens. Volume is what traders paid in, each trade once; fees are each pool’s own rate of its volume.',

  async extract(chain, instance, range) {
    const listed = await listPools(chain, instance)
    const { found, silent } = await readTradingPools(chain, listed, instance)
    const known = [...new Set(found.flatMap(({ token0, token1 }) => [token0, token1]))]
    const balances = found.flatMap(({ address: owner, token0, token1 }) =>
      [token0, token1].map((target) => ({ target, abi: BALANCE_OF, args: [owner] })),
    )
    const [answers, swaps] = await Promise.all([
      found.length === 0 ? [] : chain.callMany([...balances, ...tokenCalls(known)]),
      readTrades(
        chain,
        { addresses: found.map((pool) => pool.address), event: SWAP },
        { instance, range },
      ),
    ])
    const pools = found.map((pool, index) => ({
      ...pool,
      held0: amountOf(at(answers, 2 * index)) ?? 0n,
      held1: amountOf(at(answers, 2 * index + 1)) ?? 0n,
    }))
    // Its other token still counts.
    const unheld = balances.flatMap(({ target }, index): SilentContract[] => {
      const answer = at(answers, index)
      return answer.ok ? [] : [{ address: target, error: answer.error }]
    })
    return {
      pools,
      silent: [...silent, ...unheld],
      tokens: tokensFrom(known, answers.slice(balances.length)),
      swaps,
    }
  },

  transform({ pools, silent, tokens, swaps }, instance, range) {
    return exchangeObservations({ pools, silent, tokens, swaps, add: addSwap }, instance, range)
  },
}

async function listPools(
  chain: ChainReader,
  { factory, pools = [], startSec }: Full<Settings>,
): Promise<Address[]> {
  const created =
    factory === undefined
      ? []
      : await readCreated(chain, { factory, event: POOL_CREATED }, startSec)
  return [...new Set([...pools.map(lower), ...created.map(({ args }) => lower(String(args.pool)))])]
}

/** Tokens and fees of the pools, in millionths, and the pools that do not answer. */
async function readTradingPools(
  chain: ChainReader,
  pools: readonly Address[],
  { feePct, pools: named = [] }: Settings,
): Promise<{ found: TradingPool[]; silent: SilentContract[] }> {
  if (pools.length === 0) return { found: [], silent: [] }
  const answers = await chain.callMany(
    pools.flatMap((target) => [TOKEN0, TOKEN1, FEE].map((abi) => ({ target, abi }))),
  )
  const needed = feePct === undefined ? 3 : 2
  const silent = await listSilent(
    chain,
    pools.map((pool, index) => ({
      address: pool,
      answers: answers.slice(3 * index, 3 * index + needed),
    })),
    { what: 'pool', named: named.map(lower) },
  )
  const found = pools.flatMap((pool, index) => {
    const token0 = addressOf(at(answers, 3 * index))
    const token1 = addressOf(at(answers, 3 * index + 1))
    const feePpm = feePct === undefined ? amountOf(at(answers, 3 * index + 2)) : toPpm(feePct)
    return token0 === undefined || token1 === undefined || feePpm === undefined
      ? []
      : [{ address: pool, token0, token1, feePpm }]
  })
  return { found, silent }
}

/** The amount above zero is what was paid into the pool. */
function addSwap(to: Traded, args: Log['args']): void {
  const { amount0, amount1 } = args as Record<'amount0' | 'amount1', bigint>
  if (amount0 > 0n) {
    to.in0 += amount0
    if (amount1 < 0n) to.out1 -= amount1
  }
  if (amount1 > 0n) {
    to.in1 += amount1
    if (amount0 < 0n) to.out0 -= amount0
  }
}
