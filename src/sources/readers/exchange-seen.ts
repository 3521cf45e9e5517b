import type { Log } from '../chain/chain.ts'
import { nothingSeen, type Observations } from '../model/observations.ts'
import type { InstanceHead, Stretch } from '../model/reader-kind.ts'
import { addTo, holdingsOf, type Sums } from './holdings.ts'
import type { FeeShares } from './settings.ts'
import { seenTokens, type TokenFacts } from './tokens.ts'
import { type PoolBalances, tradeFlows, tradeMethods, tradingPools } from './trade-flows.ts'
import { type AddTrade, sumTrades } from './trades.ts'

/** Pools as they were read, and how one trade of theirs is added up. */
interface Exchange {
  pools: readonly PoolBalances[]
  tokens: readonly TokenFacts[]
  swaps: readonly Log[]
  add: AddTrade
}

/**
 * What an exchange of pools of two tokens holds, moves, keeps and pays, whatever the form of its
 * trades.
 */
export function exchangeSeen(
  { pools, tokens, swaps, add }: Exchange,
  instance: InstanceHead & { shares?: FeeShares; yields?: boolean },
  stretch: Stretch,
): Observations {
  const trades = sumTrades(swaps, pools, { block: stretch.fromBlock, add })
  const sums: Sums = new Map()
  for (const { token0, token1, held0, held1 } of pools) {
    addTo(sums, token0, held0)
    addTo(sums, token1, held1)
  }
  return {
    ...nothingSeen(),
    tokens: seenTokens(instance.chain, tokens),
    holdings: holdingsOf(instance, 'tvl', sums, stretch),
    flows: tradeFlows(pools, trades, { instance, stretch }),
    pools:
      instance.yields === false
        ? []
        : tradingPools(pools, trades, { instance, tokens, atSec: stretch.atSec }),
    methods: tradeMethods(instance.protocol),
  }
}
