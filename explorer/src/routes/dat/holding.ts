import type { NamedPoints, Points } from '../../blocks/chart/series-block.tsx'

export interface Transaction {
  readonly id: number
  readonly asset: string
  readonly assetTicker: string
  readonly amount: string
  readonly avg_price: string | null
  readonly usd_value: string | null
  readonly start_date: string | null
  readonly end_date: string
  readonly type: string
  readonly source_type: string | null
  readonly source_url: string | null
  readonly source_note: string | null
  readonly is_approved: boolean
  readonly reject_reason: string | null
}

export interface Held {
  readonly name: string
  readonly ticker: string
  readonly totalUsdValue: number | null
  readonly totalCost: number | null
  readonly mcap_realized: number | null
  readonly realized_mNAV: number | null
  readonly price: number | null
  readonly priceChange24h: number | null
  readonly assets: Readonly<Record<string, unknown>>
  readonly assetsMeta: Readonly<Record<string, { readonly name: string }>>
  readonly assetValue: Points
  /** Time, three share counts, three market caps, three mNAV. */
  readonly stats: readonly (readonly (number | null)[])[]
  readonly transactions: readonly Transaction[]
}

const COUNTS = ['Realized', 'Realistic', 'Maximum']
const FIRST_COLUMN = { shares: 1, mcap: 4, premium: 7 }

/** A figure of each day by the three ways to count shares. */
export function countedSeries(
  stats: Held['stats'],
  figure: keyof typeof FIRST_COLUMN,
): NamedPoints[] {
  const first = FIRST_COLUMN[figure]
  return COUNTS.map((name, index) => ({
    name,
    points: stats.map((row) => [row[0] ?? null, row[first + index] ?? null]),
  }))
}

export function numberOf(text: string | null): number | null {
  return text === null || text === '' ? null : Number(text)
}

export function stateOf({ is_approved, reject_reason }: Transaction): string {
  if (is_approved) return 'approved'
  return reject_reason === null ? 'not approved' : `rejected: ${reject_reason}`
}
