import { type DailySeries, PLAIN, SECTIONS } from '../../tvl/public.ts'
import {
  type Group,
  type GroupTotals,
  type PlaceSum,
  sumCounts,
  sumPlaces,
} from './group-totals.ts'

/** A named series of a chart by day, and at the newest record; NaN when it has no value then. */
export interface Column {
  name: string
  days: DailySeries
  newest: number
}

/** What is charted under one name, by day and at the newest record. */
export interface NamedGroup {
  name: string
  daily: readonly Group[]
  newest: readonly Group[]
}

/** Which values of a record a chart shows: the plain one, a section, or everything. */
export const CHART_KEYS = [PLAIN, ...SECTIONS, 'all'] as const
export type ChartKey = (typeof CHART_KEYS)[number]

const EVERYTHING = new Set<string>([PLAIN, ...SECTIONS])

/** Whether a chart shows a place; `all` adds the sections (attribution.md#metrics-and-charts). */
export function isShown({ section }: PlaceSum, key: ChartKey): boolean {
  return key === 'all' ? EVERYTHING.has(section) : section === key
}

/** The groups under the names they are served with, in order of name. */
export function nameGroups(
  daily: GroupTotals | undefined,
  newest: GroupTotals | undefined,
  nameOf: (group: string) => string,
): NamedGroup[] {
  const names = Map.groupBy(
    new Set([...(daily?.groups.keys() ?? []), ...(newest?.groups.keys() ?? [])]),
    nameOf,
  )
  return [...names].sort(byName).map(([name, groups]) => ({
    name,
    daily: groups.flatMap((group) => daily?.groups.get(group) ?? []),
    newest: groups.flatMap((group) => newest?.groups.get(group) ?? []),
  }))
}

type IsWanted = (place: PlaceSum) => boolean

/** The sum of a group over the places that are wanted. */
export function columnOf({ name, daily, newest }: NamedGroup, isWanted: IsWanted): Column {
  return {
    name,
    days: sumPlaces(daily, isWanted),
    newest: sumPlaces(newest, isWanted).usd[0] ?? Number.NaN,
  }
}

/** How many protocols made up a group. */
export function countOf({ daily, newest }: NamedGroup, name: string): Column {
  return { name, days: sumCounts(daily), newest: sumCounts(newest).usd[0] ?? Number.NaN }
}

/** One column for each group that has a value, in order of name. */
export function columnsByGroup(groups: readonly NamedGroup[], isWanted: IsWanted): Column[] {
  return groups.map((group) => columnOf(group, isWanted)).filter(hasValue)
}

/** One column for each chain of a group on which it has a value, in order of name. */
export function columnsByChain(
  group: NamedGroup,
  key: ChartKey,
  nameOf: (chain: string) => string,
): Column[] {
  const [daily, newest] = [splitByChain(group.daily, nameOf), splitByChain(group.newest, nameOf)]
  const chains = [...new Set([...daily.keys(), ...newest.keys()])].sort()
  const groups = chains.map((name) => ({
    name,
    daily: daily.get(name) ?? [],
    newest: newest.get(name) ?? [],
  }))
  return columnsByGroup(groups, (place) => isShown(place, key))
}

/** The parts of groups that are on each chain, by its name. */
function splitByChain(
  groups: readonly Group[],
  nameOf: (chain: string) => string,
): Map<string, Group[]> {
  const byChain = new Map<string, Group[]>()
  for (const { places, protocols } of groups) {
    for (const [chain, entries] of Map.groupBy(places, ([, place]) => nameOf(place.chain))) {
      byChain.getOrInsert(chain, []).push({ places: new Map(entries), protocols })
    }
  }
  return byChain
}

export function chainsOf({ daily, newest }: NamedGroup): string[] {
  return [
    ...new Set(
      [...daily, ...newest].flatMap(({ places }) => [...places.values()].map(({ chain }) => chain)),
    ),
  ]
}

export function hasValue({ days, newest }: Column): boolean {
  return days.usd.length > 0 || !Number.isNaN(newest)
}

function byName([a]: [string, unknown], [b]: [string, unknown]): number {
  return a < b ? -1 : 1
}
