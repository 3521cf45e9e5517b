import type { DaySeries } from './day-series.ts'
import type { Member } from './members.ts'
import {
  addWindowSums,
  anyDays,
  type Totals,
  toTotals,
  type WindowSums,
  windowSumsOf,
} from './totals.ts'
import { yearSumsOf } from './year-sums.ts'

/** The totals of one series of a member. */
interface Part {
  readonly series: DaySeries
  readonly sums: WindowSums
  readonly totals: Totals
}

/** A member with its totals; other totals are made from these parts, so that no two disagree. */
export interface Measured {
  readonly member: Member
  readonly sums: WindowSums
  readonly totals: Totals
  readonly perChain: readonly Part[]
}

export function measure(member: Member, lastDay: number, kind: 'flow' | 'level'): Measured {
  const withYear = (series: DaySeries) => ({ series, year: yearSumsOf(series, lastDay) })
  const all = member.all.map(withYear)
  const recordedDays = anyDays(all.map(({ year }) => year.days))
  const toPart = ({ series, year }: ReturnType<typeof withYear>): Part => {
    const sums = windowSumsOf(series, year, recordedDays, { lastDay, kind })
    return { series, sums, totals: toTotals(sums) }
  }
  const perChain = all.filter(({ series }) => member.perChain.includes(series)).map(toPart)
  const counted =
    member.counted === member.perChain
      ? perChain
      : member.counted.map((series) => toPart(withYear(series)))
  const sums = addWindowSums(counted.map((part) => part.sums))
  return { member, sums, totals: toTotals(sums), perChain }
}

export function sumOf(measured: readonly Measured[]): Totals {
  return toTotals(addWindowSums(measured.map(({ sums }) => sums)))
}

/** Totals by chain; levels are averaged over the days of all members, so that chains add up. */
export function totalsByChain(measured: readonly Measured[]): [chain: string, totals: Totals][] {
  const parts = Map.groupBy(
    measured.flatMap(({ perChain }) => perChain),
    ({ series }) => series.chain,
  )
  const recordedDays = anyDays(measured.map(({ sums }) => sums.recordedDays))
  const byChain = [...parts].map(([chain, own]): [string, Totals] => [
    chain,
    toTotals({ ...addWindowSums(own.map(({ sums }) => sums)), recordedDays }),
  ])
  const size = (totals: Totals) => totals.total24h ?? Number.NEGATIVE_INFINITY
  return byChain.sort(([a, one], [b, two]) =>
    size(one) === size(two) ? (a < b ? -1 : 1) : size(two) - size(one),
  )
}
