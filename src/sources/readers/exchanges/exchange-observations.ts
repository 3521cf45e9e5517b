import type { Log } from '../../chain/chain.ts'
import { nothingSeen, type Observations } from '../../model/observations.ts'
import type { BlockRange, InstanceHead } from '../../model/reader-kind.ts'
import { addTo, holdingsOf, type Sums } from '../parts/holdings.ts'
import type { FeeShares } from '../parts/settings.ts'
import { gapsOf, type SilentContract } from '../parts/silent-contracts.ts'
import { seenTokens, type TokenFacts } from '../parts/tokens.ts'
import { type PoolBalances, tradeFlows, tradeMethods, tradingPools } from './trade-flows.ts'
import { type AddTrade, sumTrades } from './trades.ts'

/** Pools, their trades, and how one trade is added up. */
interface Exchange {
  pools: readonly PoolBalances[]
  /** Pools and tokens that did not answer. */
  silent: readonly SilentContract[]
  tokens: readonly TokenFacts[]
  swaps: readonly Log[]
  add: AddTrade
}

/** TVL, volume, fees and yields of an exchange whose pools have two tokens. */
export function exchangeObservations(
  { pools, silent, tokens, swaps, add }: Exchange,
  instance: InstanceHead & { shares?: FeeShares; yields?: boolean },
  range: BlockRange,
): Observations {
  const trades = sumTrades(swaps, pools, { block: range.fromBlock, add })
  const sums: Sums = new Map()
  for (const { token0, token1, held0, held1 } of pools) {
    addTo(sums, token0, held0)
    addTo(sums, token1, held1)
  }
  return {
    ...nothingSeen(),
    tokens: seenTokens(instance.chain, tokens),
    holdings: holdingsOf(instance, 'tvl', sums, range),
    flows: tradeFlows(pools, trades, { instance, range }),
    pools:
      instance.yields === false
        ? []
        : tradingPools(pools, trades, { instance, tokens, atSec: range.atSec }),
    methods: tradeMethods(instance.protocol),
    gaps: gapsOf(instance.protocol, silent, {
      what: 'pools and their tokens',
      total: pools.length + silent.length,
    }),
  }
}
