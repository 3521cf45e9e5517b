export interface TvlPoint {
  readonly date: number
  readonly totalLiquidityUSD: number | null
}

/** Amounts or values of tokens on a day, by symbol. */
export interface TokenDay {
  readonly date: number
  readonly tokens: Readonly<Record<string, number | null>>
}

export interface Raise {
  readonly date: string
  readonly round: string | null
  /** Millions of dollars. */
  readonly amount: number | null
  readonly source: string | null
}

/** What the page reads of `/protocol/{protocol}`. */
export interface ProtocolDetail {
  readonly id: string
  readonly name: string
  readonly symbol: string | null
  readonly address: string | null
  readonly category: string | null
  readonly chains: readonly string[]
  readonly listedAt: number | null
  readonly parentProtocol: string | null
  readonly module: string | null
  readonly methodology: string | null
  readonly forkedFrom?: readonly string[]
  readonly doublecounted?: boolean
  readonly mcap: number | null
  readonly tvl: readonly TvlPoint[]
  readonly currentChainTvls: Readonly<Record<string, number | null>>
  readonly chainTvls: Readonly<Record<string, { readonly tvl: readonly TvlPoint[] }>>
  readonly hallmarks?: readonly (readonly [sec: number, text: string])[]
  readonly raises?: readonly Raise[]
  /** Only where tokens are asked for. */
  readonly tokensInUsd?: readonly TokenDay[]
  /** The versions of a parent. */
  readonly otherProtocols?: readonly string[]
}

// Parts of a chain that are no chain of their own, such as Base-borrowed.
const SECTIONS = new Set(['borrowed', 'staking', 'pool2', 'vesting', 'treasury', 'OwnTokens'])

/** The chains of a protocol without the sections beside them. */
export function chainsOf<T>(byChain: Readonly<Record<string, T>>): [string, T][] {
  return Object.entries(byChain).filter(([name]) => {
    const section = name.split('-').at(-1) ?? ''
    return !SECTIONS.has(section) && !SECTIONS.has(name)
  })
}
