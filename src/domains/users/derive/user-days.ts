import { DAY_SEC } from '../../../lib/clock.ts'
import { chartOf, type Member } from '../../dimensions/public.ts'

/** By day up to the last complete one: over all chains, then by chain (users.md#user-data). */
export function userDays(
  { counted, perChain }: Member,
  lastDay: number,
  nameOf: (chain: string) => string,
) {
  const range = { from: 0, to: lastDay }
  const keys = [...new Set(perChain.map(({ chain }) => chain))].sort()
  const ofChain = (key: string) => perChain.filter(({ chain }) => chain === key)
  const charts = [
    { chain: 'all', chart: chartOf(counted, range) },
    ...keys.map((key) => ({ chain: nameOf(key), chart: chartOf(ofChain(key), range) })),
  ]
  const rows = charts.flatMap(({ chain, chart }, rank) =>
    [...chart.values].flatMap((value, index) =>
      Number.isNaN(value)
        ? []
        : [{ rank, row: { date: (chart.firstDay + index) * DAY_SEC, value, chain } }],
    ),
  )
  return rows.sort((a, b) => a.row.date - b.row.date || a.rank - b.rank).map(({ row }) => row)
}
