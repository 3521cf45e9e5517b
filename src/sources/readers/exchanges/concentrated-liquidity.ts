import Type, { type Static } from 'typebox'
import { parseAbiItem } from 'viem'
import { at } from '../../../lib/at.ts'
import type { Log } from '../../chain/chain.ts'
import type { ReaderKind } from '../../model/reader-kind.ts'
import {
  address,
  addresses,
  feeShares,
  flag,
  oneOf,
  percent,
  sharesProblems,
  toPpm,
} from '../parts/settings.ts'
import type { SilentContract } from '../parts/silent-contracts.ts'
import { amountOf, BALANCE_OF, tokenCalls, tokensFrom } from '../parts/tokens.ts'
import {
  type ExchangeRead,
  exchangeObservations,
  listCreated,
  readPools,
  readTrades,
} from './exchange.ts'
import type { PoolBalances, Traded } from './trade-flows.ts'

const settings = Type.Object({
  factory: Type.Optional(address),
  pools: Type.Optional(addresses),
  feePct: Type.Optional(percent),
  shares: Type.Optional(feeShares),
  yields: flag('true or false'),
})
type Settings = Static<typeof settings>

const FEE = parseAbiItem('function fee() view returns (uint256)')
const POOL_CREATED = parseAbiItem(
  'event PoolCreated(address indexed token0, address indexed token1, uint24 indexed fee, int24 tickSpacing, address pool)',
)
const SWAP = parseAbiItem(
  'event Swap(address indexed sender, address indexed recipient, int256 amount0, int256 amount1, uint160 sqrtPriceX96, uint128 liquidity, int24 tick)',
)

/** Pools with liquidity in ranges of prices. */
export const concentratedLiquidity: ReaderKind<Settings, ExchangeRead<PoolBalances>> = {
  kind: 'concentrated-liquidity',
  version: 1,
  settings,
  check: ({ factory, pools, shares }) => [...oneOf({ factory, pools }), ...sharesProblems(shares)],
  methodology: () =>
    'What the pools hold of both tokens. Volume is what traders paid in, each trade once; fees are each pool’s own rate of its volume.',

  async extract(chain, instance, range) {
    const { feePct } = instance
    const { found, known, silent } = await readPools(chain, {
      what: 'pool',
      named: instance.pools,
      created: await listCreated(chain, instance, { event: POOL_CREATED, argument: 'pool' }),
      third: FEE,
      isOptional: feePct !== undefined,
      read(result) {
        const feePpm = feePct === undefined ? amountOf(result) : toPpm(feePct)
        return feePpm === undefined ? undefined : { feePpm }
      },
    })
    const balances = found.flatMap(({ address: owner, token0, token1 }) =>
      [token0, token1].map((target) => ({ target, abi: BALANCE_OF, args: [owner] })),
    )
    const [results, swaps] = await Promise.all([
      found.length === 0 ? [] : chain.callMany([...balances, ...tokenCalls(known)]),
      readTrades(chain, { pools: found, event: SWAP }, { instance, range }),
    ])
    const pools = found.map((pool, index) => ({
      ...pool,
      held0: amountOf(at(results, 2 * index)) ?? 0n,
      held1: amountOf(at(results, 2 * index + 1)) ?? 0n,
    }))
    // Its other token still counts.
    const unheld = balances.flatMap(({ target }, index): SilentContract[] => {
      const result = at(results, index)
      return result.ok ? [] : [{ address: target, error: result.error }]
    })
    const tokens = tokensFrom(known, results.slice(balances.length))
    return { pools, silent: [...silent, ...unheld], tokens, swaps }
  },

  transform: (payload, instance, range) =>
    exchangeObservations({ ...payload, add: addSwap }, instance, range),
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
