/**
 * What readers and adapters saw, before any price: the standard model of all sources. Domains turn
 * it into rows (`Domain.observe`). Times are Unix seconds.
 */
export interface Observations {
  protocols: SeenProtocol[]
  protocolFlags: SeenFlags[]
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
  circulating: SeenCirculating[]
  treasuries: SeenTreasury[]
  liquidity: SeenLiquidity[]
  userWindows: SeenUserWindow[]
  /** How figures are counted, in words. */
  methods: SeenMethod[]
  /** What is missing in all of it. */
  gaps: SeenGap[]
}

/** An amount of a token in smallest units, in whole tokens, or in dollars without a token. */
export type Amount =
  | { coin: string; raw: bigint }
  | { coin: string; tokens: number }
  | { usd: number }

/** What a source states about a protocol; used only while nothing else is known of it. */
export interface SeenProtocol {
  id: string
  name: string
  category?: string
  symbol?: string
  url?: string
  description?: string
  methodology?: string
}

/** What a source states about how a protocol counts; what it leaves out stays as recorded. */
export interface SeenFlags {
  protocol: string
  /** Its value is counted in another protocol too. */
  doubleCounted?: boolean
  /** Its tokens stand for others of the same value. */
  misrepresentedTokens?: boolean
  deadFromSec?: number
}

/** A dated event of a protocol. */
export interface SeenHallmark {
  protocol: string
  onSec: number
  event: string
}

/** What a token contract states; a redirect is the coin whose price it takes. */
export interface SeenToken {
  coin: string
  symbol: string
  decimals: number | null
  redirect?: string
  /** All there is of it on its chain, in whole tokens. */
  supplyTokens?: number
}

/** A price of one source: in dollars, or with `inCoin` relative to that coin. */
export interface SeenPrice {
  coin: string
  atSec: number
  priceUsd: number
  /** The highest possible confidence, before base and depth are known. */
  confidence: number
  inCoin?: string
  /** What it costs to move the price by 2%, in units of `inCoin`. */
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
 * A flow or count within a day; metric and dataType as in data/metrics.json. `atSec` is the
 * start of its range. Flows may be negative.
 */
export interface Flow {
  protocol: string
  metric: string
  dataType: string
  version: string
  chain: string
  label: string
  amount: Amount | { count: number }
  /** The other side of a trade: used where `amount` has no price. */
  instead?: Amount
  atSec: number
}

/** A pool that pays a yield; `lending` only for lending markets. */
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
  /** The suppliers' earnings of the last day; where `apyBasePct` is null, it is computed from it. */
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

/** Supply of a stablecoin on a chain, in whole tokens; `bridgedFrom`: from other chains. */
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

/** Whole tokens of a coin in circulation. */
export interface SeenCirculating {
  coin: string
  tokens: number
  atSec: number
}

/** What a treasury holds on a chain at a timestamp; tokens that it issued itself count apart. */
export interface SeenTreasury {
  /** `<protocol id>-treasury`, or the id of an entity, which has a name of its own. */
  holder: string
  protocol: string | null
  name: string | null
  ownTokens: string[]
  chain: string
  held: { coin: string; raw: bigint }[]
  atSec: number
}

/** A pool as one of its tokens sees it. Depths are what moves its price by 1% and by 2%. */
export interface SeenLiquidity {
  pool: string
  coin: string
  own: Amount
  held: Amount[]
  depth1Pct: Amount
  depth2Pct: Amount
  atSec: number
}

/** What people did with a protocol in the 24 hours before a timestamp; `all`: over all chains. */
export interface SeenUserWindow {
  protocol: string
  chain: string
  users: number
  txs: number
  atSec: number
}

export interface SeenMethod {
  protocol: string
  metric: string
  dataType: string
  label: string
  methodology: string
}

/** Something that could not be read, so that the figures of its owner are too low. */
export interface SeenGap {
  of: string
  what: string
}

export function describeGap({ of, what }: SeenGap): string {
  return `${of}: ${what}`
}

export function nothingSeen(): Observations {
  return {
    protocols: [],
    protocolFlags: [],
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
    circulating: [],
    treasuries: [],
    liquidity: [],
    userWindows: [],
    methods: [],
    gaps: [],
  }
}

/** Observations of several sources together, in their order. */
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
