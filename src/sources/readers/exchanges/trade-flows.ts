import type { Address } from 'viem'
import type { Log } from '../../chain/chain.ts'
import type { Amount, Flow, SeenMethod, SeenPool } from '../../model/observations.ts'
import type { BlockRange, InstanceHead } from '../../model/reader-kind.ts'
import { flowsOf, PLAIN_POOL } from '../parts/holdings.ts'
import { type FeeShares, MILLION, toPpm } from '../parts/settings.ts'
import { coinOf, type TokenFacts } from '../parts/tokens.ts'

export const SWAP_FEES = 'Token Swap Fees'

/** One token paid for another, added up over pools. */
interface Route {
  paid: { coin: string; raw: bigint }
  taken: { coin: string; raw: bigint }
  /** What was paid as a fee, of either token. */
  fee: bigint
  takenFee: bigint
}

/** Volume and fees. Each trade counts once, by what was paid in; without a price, by the other side. */
export function tradeFlows(
  pools: readonly TradingPool[],
  { range: sums }: TradeSums,
  at: { instance: InstanceHead & { shares?: FeeShares }; range: BlockRange },
): Flow[] {
  const routes = [...listRoutes(pools, sums, at.instance.chain).values()]
  const { shares } = at.instance
  const parts: { dataType: string; ppm: bigint }[] = [
    { dataType: 'dailyFees', ppm: MILLION },
    ...revenueParts(shares),
  ]
  return [
    ...flowsOf(
      routes.map(({ paid, taken }) => ({ amount: paid, instead: taken })),
      { metric: 'dexs', dataType: 'dailyVolume', label: '' },
      at,
    ),
    ...parts.flatMap(({ dataType, ppm }) => {
      const amounts = routes.map(({ paid, taken, fee, takenFee }) => ({
        amount: { coin: paid.coin, raw: (fee * ppm) / MILLION },
        instead: { coin: taken.coin, raw: (takenFee * ppm) / MILLION },
      }))
      return flowsOf(amounts, { metric: 'fees', dataType, label: SWAP_FEES }, at)
    }),
  ]
}

/** How the fees are shared; unless the instance says so, only the fees themselves are known. */
function revenueParts(shares: FeeShares | undefined): { dataType: string; ppm: bigint }[] {
  if (shares === undefined) return []
  const protocol = toPpm(shares.protocolPct ?? 0)
  const holders = toPpm(shares.holdersPct ?? 0)
  return [
    { dataType: 'dailyRevenue', ppm: protocol + holders },
    { dataType: 'dailyProtocolRevenue', ppm: protocol },
    { dataType: 'dailyHoldersRevenue', ppm: holders },
    { dataType: 'dailySupplySideRevenue', ppm: supplierPpm(shares) },
  ]
}

function supplierPpm(shares: FeeShares | undefined): bigint {
  return MILLION - toPpm(shares?.protocolPct ?? 0) - toPpm(shares?.holdersPct ?? 0)
}

function listRoutes(
  pools: readonly TradingPool[],
  sums: ReadonlyMap<string, Traded>,
  chain: string,
): Map<string, Route> {
  const routes = new Map<string, Route>()
  const add = (
    paidToken: string,
    takenToken: string,
    { paid, taken, feePpm }: { paid: bigint; taken: bigint; feePpm: bigint },
  ) => {
    if (paid === 0n) return
    const route = routes.getOrInsertComputed(`${paidToken} ${takenToken}`, () => ({
      paid: { coin: coinOf(chain, paidToken), raw: 0n },
      taken: { coin: coinOf(chain, takenToken), raw: 0n },
      fee: 0n,
      takenFee: 0n,
    }))
    route.paid.raw += paid
    route.taken.raw += taken
    route.fee += (paid * feePpm) / MILLION
    route.takenFee += (taken * feePpm) / MILLION
  }
  for (const { address, token0, token1, feePpm } of pools) {
    const traded = sums.get(address)
    if (traded === undefined) continue
    add(token0, token1, { paid: traded.in0, taken: traded.out1, feePpm })
    add(token1, token0, { paid: traded.in1, taken: traded.out0, feePpm })
  }
  return routes
}

export interface PoolBalances extends TradingPool {
  held0: bigint
  held1: bigint
}

/** Pools that pay a yield: the suppliers' part of the last day's fees. Empty pools are left out. */
export function tradingPools(
  pools: readonly PoolBalances[],
  { all }: TradeSums,
  of: {
    instance: InstanceHead & { shares?: FeeShares }
    tokens: readonly TokenFacts[]
    atSec: number
  },
): SeenPool[] {
  const symbols = new Map(of.tokens.map(({ address, symbol }) => [address, symbol]))
  const { protocol, chain, shares } = of.instance
  return pools
    .filter(({ held0, held1 }) => held0 > 0n && held1 > 0n)
    .map(({ address, token0, token1, feePpm, held0, held1 }) => {
      const { in0, in1 } = all.get(address) ?? { in0: 0n, in1: 0n }
      const amounts = (raw0: bigint, raw1: bigint): Amount[] => [
        { coin: coinOf(chain, token0), raw: raw0 },
        { coin: coinOf(chain, token1), raw: raw1 },
      ]
      const earned = (raw: bigint) => (raw * feePpm * supplierPpm(shares)) / (MILLION * MILLION)
      return {
        ...PLAIN_POOL,
        pool: `${address}-${chain}`,
        project: protocol,
        chain,
        symbol: `${symbols.get(token0)}-${symbols.get(token1)}`,
        poolMeta: `${Number(feePpm) / 10_000}%`,
        underlyingTokens: [token0, token1],
        atSec: of.atSec,
        held: amounts(held0, held1),
        volume1d: amounts(in0, in1),
        fees1d: amounts(earned(in0), earned(in1)),
      }
    })
}

/** What the figures of trades are, in words. */
export function tradeMethods(protocol: string): SeenMethod[] {
  const methodology = 'What traders paid into the pools, each trade once.'
  const fees = ['', SWAP_FEES].map((label) => ({
    ...{ protocol, metric: 'fees', dataType: 'dailyFees', label },
    methodology: 'The part of each trade that is kept as a fee.',
  }))
  return [{ protocol, metric: 'dexs', dataType: 'dailyVolume', label: '', methodology }, ...fees]
}

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

interface TradeSums {
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
