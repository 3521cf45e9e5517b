import { type DaySeries, valueAt } from './day-series.ts'
import type { Member } from './members.ts'

/** The figures of all windows that end with the last complete UTC day D (semantics 7.4). Missing is `null`, never 0. */
export interface Totals {
  total24h: number | null
  total48hto24h: number | null
  total7d: number | null
  total14dto7d: number | null
  total30d: number | null
  total60dto30d: number | null
  total1y: number | null
  total7DaysAgo: number | null
  total30DaysAgo: number | null
  totalAllTime: number | null
  /** One entry per day back from D: whether there is a value. */
  yearDays: Uint8Array
}

export type TotalName = Exclude<keyof Totals, 'yearDays'>

/** Windows as days back from D, both ends included. */
const WINDOWS = {
  total7d: [0, 6],
  total14dto7d: [7, 13],
  total30d: [0, 29],
  total60dto30d: [30, 59],
  total1y: [0, 364],
} as const

const YEAR_DAYS = 365

/**
 * The totals of what counts of one member. Its 24 hours are its record of D or, when that is late, the one of the day before.
 * A flow is summed over a window; a level is averaged over the days of the window that have a record (decision 23), which
 * makes the parts of a protocol add up to it.
 */
export function totalsOf({ all, counted }: Member, lastDay: number, kind: 'flow' | 'level'): Totals {
  const sums = new Float64Array(YEAR_DAYS)
  const yearDays = new Uint8Array(YEAR_DAYS)
  for (const series of counted) addDays(series, lastDay, sums, yearDays)
  const recorded = new Uint8Array(YEAR_DAYS)
  for (const series of all) markDays(series, lastDay, recorded)
  const day = (back: number) => (yearDays[back] === 1 ? (sums[back] ?? null) : null)
  const newest = recorded[0] === 1 ? 0 : recorded[1] === 1 ? 1 : undefined
  const window = ([from, to]: readonly [number, number]): number | null => {
    const days = count(yearDays, from, to)
    if (days === 0) return null
    let sum = 0
    for (let back = from; back <= to; back++) sum += sums[back] ?? 0
    return kind === 'flow' ? sum : sum / count(recorded, from, to)
  }
  return {
    total24h: newest === undefined ? null : day(newest),
    total48hto24h: day(1),
    total7d: window(WINDOWS.total7d),
    total14dto7d: window(WINDOWS.total14dto7d),
    total30d: window(WINDOWS.total30d),
    total60dto30d: window(WINDOWS.total60dto30d),
    total1y: window(WINDOWS.total1y),
    total7DaysAgo: day(7),
    total30DaysAgo: day(30),
    totalAllTime: kind === 'flow' ? sumOfAll(counted, lastDay) : null,
    yearDays,
  }
}

/** Totals of several members: what is missing in one does not hide what is known of the others. */
export function addTotals(parts: readonly Totals[]): Totals {
  const sum = (name: TotalName): number | null => {
    const known = parts.flatMap((part) => part[name] ?? [])
    return known.length === 0 ? null : known.reduce((total, value) => total + value, 0)
  }
  const yearDays = new Uint8Array(YEAR_DAYS)
  for (const part of parts) for (let back = 0; back < YEAR_DAYS; back++) yearDays[back] = (yearDays[back] ?? 0) | (part.yearDays[back] ?? 0)
  return {
    total24h: sum('total24h'),
    total48hto24h: sum('total48hto24h'),
    total7d: sum('total7d'),
    total14dto7d: sum('total14dto7d'),
    total30d: sum('total30d'),
    total60dto30d: sum('total60dto30d'),
    total1y: sum('total1y'),
    total7DaysAgo: sum('total7DaysAgo'),
    total30DaysAgo: sum('total30DaysAgo'),
    totalAllTime: sum('totalAllTime'),
    yearDays,
  }
}

function addDays(series: DaySeries, lastDay: number, sums: Float64Array, present: Uint8Array): void {
  for (let back = 0; back < YEAR_DAYS; back++) {
    const value = valueAt(series, lastDay - back)
    if (Number.isNaN(value)) continue
    sums[back] = (sums[back] ?? 0) + value
    present[back] = 1
  }
}

function markDays(series: DaySeries, lastDay: number, recorded: Uint8Array): void {
  for (let back = 0; back < YEAR_DAYS; back++) if (!Number.isNaN(valueAt(series, lastDay - back))) recorded[back] = 1
}

function count(days: Uint8Array, from: number, to: number): number {
  let found = 0
  for (let back = from; back <= to; back++) found += days[back] ?? 0
  return found
}

function sumOfAll(counted: readonly DaySeries[], lastDay: number): number | null {
  let sum = 0
  let isKnown = false
  for (const { values, length, firstDay } of counted) {
    const end = Math.min(length, lastDay - firstDay + 1)
    for (let index = 0; index < end; index++) {
      const value = values[index] ?? Number.NaN
      if (Number.isNaN(value)) continue
      sum += value
      isKnown = true
    }
  }
  return isKnown ? sum : null
}
