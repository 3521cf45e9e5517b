import type { DaySeries } from './day-series.ts'
import type { Member } from './members.ts'
import { addTotals, anyDays, type Totals, totalsOf } from './totals.ts'
import { yearSumsOf } from './year-sums.ts'

/** The totals of one series of a member. */
interface Part {
  readonly series: DaySeries
  readonly totals: Totals
}

/**
 * A member with its totals, whole and by series. Every other total is made from these parts, so
 * that no two disagree.
 */
export interface Measured {
  readonly member: Member
  readonly totals: Totals
  readonly perChain: readonly Part[]
}

export function measure(member: Member, lastDay: number, kind: 'flow' | 'level'): Measured {
  const withYear = (series: DaySeries) => ({ series, year: yearSumsOf(series, lastDay) })
  const all = member.all.map(withYear)
  const recordedDays = anyDays(all.map(({ year }) => year.days))
  const toPart = ({ series, year }: ReturnType<typeof withYear>): Part => ({
    series,
    totals: totalsOf(series, year, recordedDays, { lastDay, kind }),
  })
  const perChain = all.filter(({ series }) => member.perChain.includes(series)).map(toPart)
  const counted =
    member.counted === member.perChain
      ? perChain
      : member.counted.map((series) => toPart(withYear(series)))
  return { member, totals: addTotals(counted.map(({ totals }) => totals)), perChain }
}

export function sumOf(measured: readonly Measured[]): Totals {
  return addTotals(measured.map(({ totals }) => totals))
}

/** Totals by chain, the largest 24 hours first; of equal ones the name decides. */
export function totalsByChain(measured: readonly Measured[]): [chain: string, totals: Totals][] {
  const parts = Map.groupBy(
    measured.flatMap(({ perChain }) => perChain),
    ({ series }) => series.chain,
  )
  const sums = [...parts].map(([chain, own]): [string, Totals] => [
    chain,
    addTotals(own.map(({ totals }) => totals)),
  ])
  const size = (totals: Totals) => totals.total24h ?? Number.NEGATIVE_INFINITY
  return sums.sort(([a, one], [b, two]) =>
    size(one) === size(two) ? (a < b ? -1 : 1) : size(two) - size(one),
  )
}
