import type { Body } from '../../api/answers.ts'
import { toSec } from '../../lib/times.ts'

/** A day of `/stablecoins/stablecoindominance/{chain}`. */
export type DominanceDay = Body<'getStablecoinDominance'>[number]

/** How much of the stablecoins on the chain is the largest one, in percent. */
export function dominanceSeries(days: readonly DominanceDay[]) {
  return [
    {
      name: 'Largest stablecoin',
      points: days.map((day) => [toSec(day.date), day.dominance] as const),
    },
  ]
}
