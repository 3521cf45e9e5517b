import { type Asked, useAnswer } from '../../api/use-answer.ts'
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

/** How much of the stablecoins on the chain is the largest one, in percent. */
export function dominanceSeries(days: readonly DominanceDay[]) {
  return [
    {
      name: 'Largest stablecoin',
      points: days.map((day) => [toSec(day.date), day.dominance] as const),
    },
  ]
}
