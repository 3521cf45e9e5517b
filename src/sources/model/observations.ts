/**
 * What a reader or an adapter saw, in the words of this field and before any price: the standard
 * model that sources bend to. Domains turn it into rows of their facts (`Domain.observe`). Times
 * are Unix seconds; chains are keys or names of data/chains.json.
 */
export interface Observations {
  protocols: SeenProtocol[]
  hallmarks: SeenHallmark[]
  tokens: SeenToken[]
  prices: SeenPrice[]
  blocks: SeenBlock[]
  holdings: Holding[]
  flows: Flow[]
  pools: SeenPool[]
  stakingRates: SeenStakingRate[]
  supplies: SeenSupply[]
  transfers: SeenTransfer[]
  schedules: SeenSchedule[]
  /** How figures are counted, in words. */
  methods: SeenMethod[]
}

/**
 * Some of a token: in its smallest units, in whole tokens where the source divided already, or in
 * dollars where it has no token.
 */
export type Amount =
  | { coin: string; raw: bigint }
  | { coin: string; tokens: number }
  | { usd: number }

/** What a source says of a protocol; only taken where nothing is known of it yet. */
export interface SeenProtocol {
  id: string
  name: string
  category?: string
  symbol?: string
  url?: string
  description?: string
  methodology?: string
}

/** A dated event of a protocol. */
export interface SeenHallmark {
  protocol: string
  onSec: number
  event: string
}

/** What a token contract says of itself; a redirect is a coin whose price it takes. */
export interface SeenToken {
  coin: string
  symbol: string
  decimals: number | null
  redirect?: string
}

/**
 * A price as one source saw it: in dollars; or, with `inCoin`, in units of that coin, to be
 * multiplied by its price of that time and never surer than it. Relative ones are made absolute
 * (prices/settle-prices.ts) before anything is written.
 */
export interface SeenPrice {
  coin: string
  atSec: number
  priceUsd: number
  /** The most it can be trusted, before its base and its depth are known. */
  confidence: number
  inCoin?: string
  /**
   * What it costs to move the price by 2%, in units of `inCoin`: its value in dollars says how far
   * the price can be trusted.
   */
  depthInCoin?: number
}

export interface SeenBlock {
  chain: string
  atSec: number
  height: number
}

/** Something locked in a protocol: `section` is `tvl` or one of the sections that do not count. */
export interface Holding {
  protocol: string
  chain: string
  section: string
  amount: Amount
  atSec: number
}

/**
 * Something that flowed, or was counted, within a day: metric and dataType as in
 * dimensions/metrics.ts. `atSec` is the start of the stretch it belongs to; `count` is for users
 * and transactions. A negative flow takes away.
 */
export interface Flow {
  protocol: string
  metric: string
  dataType: string
  version: string
  chain: string
  label: string
  amount: Amount | { count: number }
  /** The other side of a trade: it counts in place of `amount` where that has no price. */
  instead?: Amount
  atSec: number
}

/** A place that pays a yield; the lending part only for markets that lend. */
export interface SeenPool {
  /** The pool's own key at its source. */
  pool: string
  project: string
  chain: string
  symbol: string
  poolMeta: string | null
  url: string | null
  underlyingTokens: string[]
  rewardTokens: string[]
  atSec: number
  /** What it holds; of a lending market what is left to borrow. */
  held: Amount[]
  apyPct: number | null
  apyBasePct: number | null
  apyRewardPct: number | null
  volume1d: Amount[] | null
  volume7d: Amount[] | null
  /**
   * What it earned for its suppliers in the last day; where `apyBasePct` is null, that is 365 times
   * this by what it holds.
   */
  fees1d?: Amount[] | null
  pricePerShare: number | null
  kind: 'lending' | 'options' | null
  lending: SeenLending | null
}

export interface SeenLending {
  supplied: Amount[] | null
  borrowed: Amount[] | null
  debtCeilingUsd: number | null
  apyBaseBorrowPct: number | null
  apyRewardBorrowPct: number | null
  ltv: number | null
  borrowable: boolean | null
  mintedCoin: string | null
  borrowFactor: number | null
}

export interface SeenStakingRate {
  coin: string
  name: string
  symbol: string
  type: 'rebase' | 'accruing' | null
  expectedRate: number
  marketRate: number | null
  fee: number | null
  pool: string | null
  atSec: number
}

/**
 * Supply of a stablecoin on a chain, in whole tokens; `bridgedFrom` what came from other chains.
 */
export interface SeenSupply {
  asset: string
  chain: string
  minted: number
  unreleased: number
  bridgedFrom: { chain: string; amount: number }[]
  atSec: number
}

/** One side of a transfer over a bridge. */
export interface SeenTransfer {
  bridge: number
  chain: string
  txHash: string
  logIndex: number
  block: number | null
  from: string
  to: string
  /** The token's coin id and the exact amount in its smallest units; or its value alone. */
  amount: { coin: string; raw: bigint } | { coin: string; usd: number }
  isDeposit: boolean
  sourceChain: string | null
  atSec: number
}

/** An unlock schedule in the form of data/unlocks. */
export interface SeenSchedule {
  protocol: string
  schedule: Readonly<Record<string, unknown>>
}

export interface SeenMethod {
  protocol: string
  metric: string
  dataType: string
  label: string
  methodology: string
}

export function nothingSeen(): Observations {
  return {
    protocols: [],
    hallmarks: [],
    tokens: [],
    prices: [],
    blocks: [],
    holdings: [],
    flows: [],
    pools: [],
    stakingRates: [],
    supplies: [],
    transfers: [],
    schedules: [],
    methods: [],
  }
}

/** All of several sightings together, in their order. */
export function joinObservations(all: readonly Observations[]): Observations {
  const joined = nothingSeen()
  for (const seen of all) {
    for (const name of Object.keys(joined) as (keyof Observations)[]) {
      const into: unknown[] = joined[name]
      for (const one of seen[name]) into.push(one)
    }
  }
  return joined
}
