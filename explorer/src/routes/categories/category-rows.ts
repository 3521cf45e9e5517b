import type { Body } from '../../api/request.ts'
import { chartOf } from '../../lib/columns-of.ts'
import { last } from '../../lib/series.ts'
import { changeOverDays } from '../../lib/sums.ts'

export type CategoryList = Body<'listCategories'>

export type CategoryRow = ReturnType<typeof categoryRows>[number]

/** Categories with what is locked in them; the chart's last day is the figure. */
export function categoryRows(list: CategoryList) {
  const points = new Map(chartOf(list.chart).map((series) => [series.name, series.points]))
  return Object.entries(list.categories).map(([name, protocols]) => {
    const own = points.get(name) ?? []
    return {
      name,
      protocols,
      tvlUsd: last(own.map(([, value]) => value)),
      sharePercent: list.categoryPercentages[name] ?? null,
      weekChange: changeOverDays(own, 7),
      monthChange: changeOverDays(own, 30),
    }
  })
}
