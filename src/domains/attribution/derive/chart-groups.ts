import { SECTIONS } from '../../tvl/public.ts'
import { ALL_ORACLES, type Attribution } from './attribution.ts'
import { type NamedGroup, nameGroups } from './columns.ts'
import { PARTS } from './members.ts'
import type { OverviewFigures } from './overview.ts'

/** What a chart is made from: totals day by day, or at the newest record, or both. */
export interface ChartTotals {
  daily?: Attribution | undefined
  newest?: Attribution | undefined
  /** Name of an original by its id. */
  nameOf(original: string): string
}

export const CATEGORY_FIGURES: OverviewFigures = { others: [...SECTIONS, ...PARTS] }
export const FORK_FIGURES: OverviewFigures = { count: 'forks', others: [...SECTIONS, ...PARTS] }
export const ORACLE_FIGURES: OverviewFigures = { count: 'protocolsSecured', others: SECTIONS }

type Kind = 'categories' | 'forks' | 'forkFamilies' | 'oracles' | 'allOracles'

/** All groups of a kind under the names they are served with. */
export function namedGroups({ daily, newest, nameOf }: ChartTotals, kind: Kind): NamedGroup[] {
  return nameGroups(daily?.[kind], newest?.[kind], kind === 'forks' ? nameOf : (name) => name)
}

/** One group of a kind; it may have no value at all. */
export function groupOf({ daily, newest }: ChartTotals, kind: Kind, group: string): NamedGroup {
  const find = (totals: Attribution | undefined) => {
    const found = totals?.[kind].groups.get(group)
    return found === undefined ? [] : [found]
  }
  return { name: group, daily: find(daily), newest: find(newest) }
}

/** Everything that any oracle secures, each protocol once. */
export function allOracles(totals: ChartTotals): NamedGroup {
  return groupOf(totals, 'allOracles', ALL_ORACLES)
}
