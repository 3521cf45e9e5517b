import { type DailySeries, DailySum } from '../../tvl/public.ts'

/** The days of a series that count for a group, and how much of it does. */
export interface CountedDays {
  fromDay: number
  untilDay: number
  share: number
}

export const ALWAYS: CountedDays = {
  fromDay: Number.NEGATIVE_INFINITY,
  untilDay: Number.POSITIVE_INFINITY,
  share: 1,
}

export interface PlaceSum {
  chain: string
  section: string
  sum: DailySum
}

/** Totals of one group by chain and section, and how many protocols made them up. */
export interface Group {
  places: Map<string, PlaceSum>
  protocols: DailySum
}

/** Daily totals of groups of protocols. */
export class GroupTotals {
  readonly groups = new Map<string, Group>()

  /** Adds what a protocol holds at one place; groups not told apart by chain have the empty one. */
  add(group: string, chain: string, section: string, series: DailySeries, days: CountedDays): void {
    if (
      Math.max(days.fromDay, series.firstDay) >=
      Math.min(days.untilDay, series.firstDay + series.usd.length)
    )
      return
    const { places } = this.#group(group)
    const key = `${chain} ${section}`
    const place = places.getOrInsertComputed(key, () => ({ chain, section, sum: new DailySum() }))
    place.sum.add(series, days)
  }

  /** Counts a protocol on the days on which any of its values counts for the group. */
  count(group: string, parts: readonly (CountedDays & { series: DailySeries })[]): void {
    const present = new DailySum()
    for (const { series, ...days } of parts) present.add(series, days)
    if (present.usd.length === 0) return
    this.#group(group).protocols.add({
      firstDay: present.firstDay,
      usd: present.usd.map((usd) => (Number.isNaN(usd) ? usd : 1)),
    })
  }

  #group(name: string): Group {
    return this.groups.getOrInsertComputed(name, () => ({
      places: new Map(),
      protocols: new DailySum(),
    }))
  }
}

/** The sum of groups over some places, always added in the same order: chain, then section. */
export function sumPlaces(
  groups: readonly Group[],
  isWanted: (place: PlaceSum) => boolean,
): DailySeries {
  const wanted = groups.flatMap(({ places }) => [...places].filter(([, place]) => isWanted(place)))
  const [only] = wanted
  if (only !== undefined && wanted.length === 1) return only[1].sum
  const total = new DailySum()
  for (const [, { sum }] of wanted.sort(([a], [b]) => (a < b ? -1 : 1))) total.add(sum)
  return total
}

/** How many protocols made up groups, day by day. */
export function sumCounts(groups: readonly Group[]): DailySum {
  const total = new DailySum()
  for (const { protocols } of groups) total.add(protocols)
  return total
}
