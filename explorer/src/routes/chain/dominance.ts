import { type Asked, useAnswer } from '../../api/use-answer.ts'
import { sumOf } from '../../lib/sum-of.ts'
import { toSec } from '../../lib/times.ts'

/** A day of `/stablecoins/stablecoindominance/{chain}`. */
export interface DominanceDay {
  readonly date: string
  readonly totalCirculatingUSD: Readonly<Record<string, number | null>>
  readonly greatestMcap: { readonly symbol: string | null; readonly mcap: number | null } | null
  readonly dominance: number | null
}

export function dominancePath(chain: string): string {
  return `/stablecoins/stablecoindominance/${encodeURIComponent(chain)}`
}

export const useDominance = (chain: string): Asked<readonly DominanceDay[]> =>
  useAnswer(dominancePath(chain))

/** Stablecoins on the chain, and how much of them is the largest one. */
export function dominanceSeries(days: readonly DominanceDay[]) {
  return [
    {
      name: 'All stablecoins',
      points: days.map((day) => [toSec(day.date), sumOf(day.totalCirculatingUSD)] as const),
    },
    {
      name: 'The largest one',
      points: days.map((day) => [toSec(day.date), day.greatestMcap?.mcap ?? null] as const),
    },
  ]
}
