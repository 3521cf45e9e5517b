import { SECTIONS } from '../../tvl/public.ts'
import { ALL_ORACLES, type Attribution } from './attribution.ts'
import { type NamedGroup, nameGroups } from './columns.ts'
import { PARTS } from './members.ts'
import {
  newestValues,
  type OverviewFigures,
  type OverviewGroup,
  overviewGroups,
} from './overview.ts'

/** What a chart is made from: totals day by day, or at the newest record, or both. */
export interface ChartTotals {
  daily?: Attribution | undefined
  newest?: Attribution | undefined
  /** Name of an original by its id. */
  nameOf(original: string): string
}

/** The figures of each overview, by what it groups protocols by. */
const OVERVIEWS = {
  categories: { others: [...SECTIONS, ...PARTS] },
  forks: { count: 'forks', others: [...SECTIONS, ...PARTS] },
  oracles: { count: 'protocolsSecured', others: SECTIONS },
} satisfies Record<string, OverviewFigures>

type Kind = 'categories' | 'forks' | 'forkFamilies' | 'oracles' | 'allOracles'

/** All groups of a kind under the names they are served with. */
export function namedGroups({ daily, newest, nameOf }: ChartTotals, kind: Kind): NamedGroup[] {
  return nameGroups(daily?.[kind], newest?.[kind], kind === 'forks' ? nameOf : (name) => name)
}

/** All groups of a kind with the figures that their overview shows. */
export function overviewOf(totals: ChartTotals, kind: keyof typeof OVERVIEWS): OverviewGroup[] {
  return overviewGroups(namedGroups(totals, kind), OVERVIEWS[kind])
}

/** The newest plain value of each group of a kind that has one, largest first. */
export function newestOf(totals: ChartTotals, kind: keyof typeof OVERVIEWS): Map<string, number> {
  return newestValues(overviewOf({ ...totals, daily: undefined }, kind))
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
