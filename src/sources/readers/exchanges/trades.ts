import type { Address } from 'viem'
import type { Log } from '../../chain/chain.ts'

/** A pool of two tokens; the fee is a part of what is paid in, in millionths. */
export interface TradingPool {
  address: Address
  token0: Address
  token1: Address
  feePpm: bigint
}

/** Sums of trades: what was paid in of one token, and taken out of the other. */
export interface Traded {
  in0: bigint
  out1: bigint
  in1: bigint
  out0: bigint
}

export interface TradeSums {
  /** Per pool address, over the range. */
  range: Map<string, Traded>
  /** Per pool address, over all trades that were read: the last day. */
  all: Map<string, Traded>
}

/** Adds one trade to the sums of its pool. */
export type AddTrade = (to: Traded, args: Log['args']) => void

/** Adds up the trades of each pool. Only known pools count: anyone can emit the same event. */
export function sumTrades(
  logs: readonly Log[],
  pools: readonly TradingPool[],
  from: { block: number; add: AddTrade },
): TradeSums {
  const sums: TradeSums = { range: new Map(), all: new Map() }
  for (const { address } of pools) {
    sums.range.set(address, { in0: 0n, out1: 0n, in1: 0n, out0: 0n })
    sums.all.set(address, { in0: 0n, out1: 0n, in1: 0n, out0: 0n })
  }
  for (const log of logs) {
    const pool = log.address.toLowerCase()
    const all = sums.all.get(pool)
    if (all === undefined) continue
    from.add(all, log.args)
    const range = sums.range.get(pool)
    if (log.block > from.block && range !== undefined) from.add(range, log.args)
  }
  return sums
}
