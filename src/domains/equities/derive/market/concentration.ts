import { median, percent } from '../arithmetic.ts'
import type { Member } from './metric-block.ts'

export const MEGA_CAP_USD = 200_000_000_000
const TOP = 10

export interface Concentration {
  top10MarketCapShare: number
  hhi: number
  megaCapCount: number
  megaCapThreshold: number
  medianMarketCap: number | null
}

/**
 * How much of a sector its largest companies are: the share of the ten largest, and the sum of
 * squared percentages (0 to 10,000).
 */
export function concentration(members: readonly Member[]): Concentration {
  const sorted = members.map(({ marketCap }) => marketCap).sort((a, b) => b - a)
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
  const all = sum(sorted)
  return {
    top10MarketCapShare:
      sorted.length <= TOP ? 100 : (percent(sum(sorted.slice(0, TOP)), all) ?? 0),
    hhi: sum(sorted.map((value) => (percent(value, all) ?? 0) ** 2)),
    megaCapCount: sorted.filter((value) => value >= MEGA_CAP_USD).length,
    megaCapThreshold: MEGA_CAP_USD,
    medianMarketCap: median(sorted),
  }
}
