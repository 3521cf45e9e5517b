import type { Body } from '../../api/answers.ts'
import { changeOverDays } from '../../lib/change-over-days.ts'
import { chartOf } from '../../lib/columns-of.ts'
import { last } from '../../lib/series.ts'

export type CategoryList = Body<'listCategories'>

export interface CategoryRow {
  readonly name: string
  readonly protocols: readonly string[]
  readonly tvlUsd: number | null
  readonly sharePercent: number | null
  readonly weekChange: number | null
  readonly monthChange: number | null
}

/** Categories with what is locked in them; the chart's last day is the figure. */
export function categoryRows(list: CategoryList): CategoryRow[] {
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
