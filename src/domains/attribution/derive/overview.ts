import { PLAIN } from '../../tvl/public.ts'
import type { Figure, OverviewGroup } from './chart-text.ts'
import { columnOf, countOf, hasValue, type NamedGroup } from './columns.ts'
import type { PlaceSum } from './group-totals.ts'

/**
 * Which figures an overview shows besides the plain value: how many protocols, under a name, and
 * sections and parts.
 */
export interface OverviewFigures {
  count?: string
  others: readonly string[]
}

/**
 * The figures of each group as the overviews show them (semantics 8.4), from a day on if one is
 * given.
 */
export function overviewGroups(
  groups: readonly NamedGroup[],
  { count, others }: OverviewFigures,
  fromDay = 0,
): OverviewGroup[] {
  return groups.map((group) => {
    const sectionOf = (section: string) =>
      columnOf(
        { ...group, name: section },
        { isWanted: (place) => place.section === section, fromDay },
      )
    const plain: Figure = { ...sectionOf(PLAIN), missing: 'null' }
    const counted: Figure[] =
      count === undefined ? [] : [{ ...countOf(group, count, fromDay), missing: '0' }]
    return {
      name: group.name,
      figures: [plain, ...counted, ...others.map(sectionOf).filter(hasValue)],
    }
  })
}

/**
 * The value of each group by `<Chain>` and `<Chain>-<section>`, the keys of `chainTvls` (semantics
 * 2.1, 8.4).
 */
export function chainFigures(
  groups: readonly NamedGroup[],
  nameOf: (chain: string) => string,
): OverviewGroup[] {
  return groups.map((group) => {
    const keyOf = ({ chain, section }: PlaceSum) =>
      section === PLAIN ? nameOf(chain) : `${nameOf(chain)}-${section}`
    const keys = new Set(
      [...group.daily, ...group.newest].flatMap(({ places }) => [...places.values()].map(keyOf)),
    )
    const figures = [...keys]
      .sort()
      .map((key) =>
        columnOf({ ...group, name: key }, { isWanted: (place) => keyOf(place) === key }),
      )
    return { name: group.name, figures }
  })
}

/** The newest plain value of each group that has one, largest first. */
export function newestValues(groups: readonly OverviewGroup[]): Map<string, number> {
  const values = groups.map(({ name, figures }): [string, number] => [
    name,
    figures[0]?.newest ?? Number.NaN,
  ])
  return new Map(values.filter(([, usd]) => !Number.isNaN(usd)).sort(([, a], [, b]) => b - a))
}
