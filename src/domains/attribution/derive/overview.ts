import { PLAIN } from '../../tvl/public.ts'
import { type Column, columnOf, countOf, hasValue, type NamedGroup } from './columns.ts'
import type { PlaceSum } from './group-totals.ts'

/** A figure of a group; `missing` stands for it when the group has only other values. */
export interface Figure extends Column {
  missing?: 'null' | '0'
}

export interface OverviewGroup {
  name: string
  figures: readonly Figure[]
}

/** Which figures an overview shows besides the plain value: a count, under a name, and sections. */
export interface OverviewFigures {
  count?: string
  others: readonly string[]
}

/** The figures of each group in overviews (attribution.md#categories-forks-oracles). */
export function overviewGroups(
  groups: readonly NamedGroup[],
  { count, others }: OverviewFigures,
): OverviewGroup[] {
  return groups.map((group) => {
    const sectionOf = (section: string) =>
      columnOf({ ...group, name: section }, (place) => place.section === section)
    const plain: Figure = { ...sectionOf(PLAIN), missing: 'null' }
    const counted: Figure[] =
      count === undefined ? [] : [{ ...countOf(group, count), missing: '0' }]
    return {
      name: group.name,
      figures: [plain, ...counted, ...others.map(sectionOf).filter(hasValue)],
    }
  })
}

/** The value of each group by the keys of `chainTvls` (tvl.md#list-of-protocols). */
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
      .map((key) => columnOf({ ...group, name: key }, (place) => keyOf(place) === key))
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

/** Percent of the whole by name, 100 in all (attribution.md#categories); of nothing it is null. */
export function percentages(values: ReadonlyMap<string, number>): Record<string, number | null> {
  const whole = [...values.values()].reduce((sum, value) => sum + value, 0)
  return Object.fromEntries(
    [...values].map(([name, value]) => [name, whole > 0 ? (value / whole) * 100 : null]),
  )
}
