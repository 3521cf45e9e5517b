import { chains } from '../../registry/public.ts'
import { PLAIN, SECTIONS } from '../../tvl/public.ts'
import { ALL_ORACLES, type Attribution } from './attribution.ts'
import { type WritePoint, writeGroups, writeRow } from './chart-text.ts'
import {
  type Column,
  columnsByChain,
  columnsByGroup,
  type NamedGroup,
  nameGroups,
} from './columns.ts'
import type { Group } from './group-totals.ts'
import { PARTS } from './members.ts'
import { type OverviewFigures, overviewGroups } from './overview.ts'

const CHARTS_OF_ALL = [
  'categories',
  'forks',
  'oracles',
  'forkBreakdown',
  'oracleBreakdown',
  'chainBreakdown',
] as const
/** A chart of everything, or the chains of one oracle. */
export type LargeChart = (typeof CHARTS_OF_ALL)[number] | `chainsOf ${string}`

// So many figures are written within a tenth of a second.
const MANY_FIGURES = 300_000

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
  const find = (totals: Attribution | undefined) => [totals?.[kind].groups.get(group) ?? []].flat()
  return { name: group, daily: find(daily), newest: find(newest) }
}

/** Everything that any oracle secures, each protocol once. */
export function allOracles(totals: ChartTotals): NamedGroup {
  return groupOf(totals, 'allOracles', ALL_ORACLES)
}

/** The chains of one oracle, as a large chart. */
export function chainsOfOracle(oracle: string): LargeChart {
  return `chainsOf ${oracle}`
}

/**
 * The charts whose days are kept written, because writing millions of figures takes longer than an
 * answer may: those of everything, and of oracles that are on very many chains.
 */
export function listLargeCharts({ daily }: ChartTotals, many = MANY_FIGURES): LargeChart[] {
  const figures = ({ places }: Group) =>
    [...places.values()].reduce(
      (count, { section, sum }) => count + (section === PLAIN ? sum.usd.length : 0),
      0,
    )
  const oracles = [...(daily?.oracles.groups ?? [])]
    .filter(([, group]) => figures(group) > many)
    .map(([name]) => chainsOfOracle(name))
  return [...CHARTS_OF_ALL, ...oracles.sort()]
}

/** The columns of a large chart from a day on, and how a point of it is written. */
export function largeChart(
  chart: LargeChart,
  totals: ChartTotals,
  fromDay = 0,
): { columns: readonly Column[]; write: WritePoint } {
  const overview = (kind: Kind, figures: OverviewFigures) => {
    const groups = overviewGroups(namedGroups(totals, kind), figures, fromDay)
    return { columns: groups.flatMap((group) => group.figures), write: writeGroups(groups) }
  }
  const breakdown = (columns: readonly Column[]) => ({ columns, write: writeRow(columns) })
  const byChain = (group: NamedGroup) =>
    breakdown(columnsByChain(group, PLAIN, (chain) => chains.nameOf(chain), fromDay))
  const isWanted = ({ section }: { section: string }) => section === PLAIN
  switch (chart) {
    case 'categories':
      return overview('categories', CATEGORY_FIGURES)
    case 'forks':
      return overview('forks', FORK_FIGURES)
    case 'oracles':
      return overview('oracles', ORACLE_FIGURES)
    case 'forkBreakdown':
      return breakdown(columnsByGroup(namedGroups(totals, 'forks'), { isWanted, fromDay }))
    case 'oracleBreakdown':
      return breakdown(columnsByGroup(namedGroups(totals, 'oracles'), { isWanted, fromDay }))
    case 'chainBreakdown':
      return byChain(allOracles(totals))
    default:
      return byChain(groupOf(totals, 'oracles', chart.slice(chainsOfOracle('').length)))
  }
}
