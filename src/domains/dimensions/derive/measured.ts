import type { DaySeries } from './day-series.ts'
import type { Member } from './members.ts'
import { addTotals, recordedDays, type Totals, totalsOf } from './totals.ts'

/** The totals of one series of a member. */
interface Part {
  readonly series: DaySeries
  readonly totals: Totals
}

/**
 * A member with its totals, whole and by series. Every view of a total is made from these parts, so
 * that no two disagree.
 */
export interface Measured {
  readonly member: Member
  readonly totals: Totals
  readonly perChain: readonly Part[]
}

export function measure(
  members: readonly Member[],
  lastDay: number,
  kind: 'flow' | 'level',
): Measured[] {
  return members.map((member) => {
    const recorded = recordedDays(member.all, lastDay)
    const partOf = (series: DaySeries): Part => ({
      series,
      totals: totalsOf(series, recorded, lastDay, kind),
    })
    const perChain = member.perChain.map(partOf)
    const counted = member.counted === member.perChain ? perChain : member.counted.map(partOf)
    return { member, totals: addTotals(counted.map(({ totals }) => totals)), perChain }
  })
}

export function sumOf(measured: readonly Measured[]): Totals {
  return addTotals(measured.map(({ totals }) => totals))
}

/** Totals by chain, the largest 24 hours first; of equal ones the name decides. */
export function totalsByChain(measured: readonly Measured[]): [chain: string, totals: Totals][] {
  const parts = new Map<string, Totals[]>()
  for (const { perChain } of measured) {
    for (const { series, totals } of perChain) {
      const known = parts.get(series.chain)
      if (known === undefined) parts.set(series.chain, [totals])
      else known.push(totals)
    }
  }
  const sums = [...parts].map(([chain, totals]): [string, Totals] => [chain, addTotals(totals)])
  const size = (totals: Totals) => totals.total24h ?? Number.NEGATIVE_INFINITY
  return sums.sort(([a, one], [b, two]) =>
    size(one) === size(two) ? (a < b ? -1 : 1) : size(two) - size(one),
  )
}
