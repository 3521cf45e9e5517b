export interface TvlPoint {
  readonly date: number
  readonly totalLiquidityUSD: number | null
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
  /** Which metrics are recorded of it. */
  readonly metrics?: Readonly<Record<string, boolean>>
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
