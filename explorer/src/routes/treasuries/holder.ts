/** A treasury of a protocol, or an entity, and what it holds. */
export interface Holder {
  readonly id: string
  readonly name: string
  readonly slug: string
  readonly category: string | null
  readonly chains: readonly string[]
  readonly tvl: number | null
  readonly change_1d: number | null
  readonly change_7d: number | null
  readonly mcap: number | null
  readonly tokenBreakdowns: {
    readonly ownTokens: number | null
    readonly stablecoins: number | null
    readonly majors: number | null
    readonly others: number | null
  }
}
