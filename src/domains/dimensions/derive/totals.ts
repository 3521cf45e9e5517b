import type { DaySeries } from './day-series.ts'

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

/** One entry per day of the year back from D: whether a protocol has a record of it, on whatever chain. */
export function recordedDays(all: readonly DaySeries[], lastDay: number): Uint8Array {
  const recorded = new Uint8Array(YEAR_DAYS)
  for (const series of all) eachDay(series, lastDay, (back) => (recorded[back] = 1))
  return recorded
}

/**
 * The totals of one series of a protocol. Its 24 hours are the protocol's record of D or, when that is late, the one of the day
 * before. A flow is summed over a window; a level is averaged over the days of the window that have a record (decision 23), which
 * makes the parts of a protocol add up to it.
 */
export function totalsOf(series: DaySeries, recorded: Uint8Array, lastDay: number, kind: 'flow' | 'level'): Totals {
  const values = new Float64Array(YEAR_DAYS)
  const yearDays = new Uint8Array(YEAR_DAYS)
  eachDay(series, lastDay, (back, value) => {
    values[back] = value
    yearDays[back] = 1
  })
  const day = (back: number) => (yearDays[back] === 1 ? (values[back] ?? null) : null)
  const newest = recorded[0] === 1 ? 0 : recorded[1] === 1 ? 1 : undefined
  const window = ([from, to]: readonly [number, number]): number | null => {
    if (yearDays.indexOf(1, from) < 0 || yearDays.indexOf(1, from) > to) return null
    let sum = 0
    for (let back = from; back <= to; back++) sum += values[back] ?? 0
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
    totalAllTime: kind === 'flow' ? sumOfAll(series, lastDay) : null,
    yearDays,
  }
}

/** Totals of several members: what is missing in one does not hide what is known of the others. */
export function addTotals(parts: readonly Totals[]): Totals {
  const [only] = parts
  if (only !== undefined && parts.length === 1) return only
  const yearDays = new Uint8Array(YEAR_DAYS)
  for (const part of parts) for (let back = 0; back < YEAR_DAYS; back++) if (part.yearDays[back] === 1) yearDays[back] = 1
  const sums = { ...NOTHING }
  for (const name of TOTAL_NAMES) {
    for (const part of parts) {
      const value = part[name]
      if (value !== null) sums[name] = (sums[name] ?? 0) + value
    }
  }
  return { ...sums, yearDays }
}

const NOTHING: Record<TotalName, number | null> = {
  total24h: null,
  total48hto24h: null,
  total7d: null,
  total14dto7d: null,
  total30d: null,
  total60dto30d: null,
  total1y: null,
  total7DaysAgo: null,
  total30DaysAgo: null,
  totalAllTime: null,
}

const TOTAL_NAMES = Object.keys(NOTHING) as TotalName[]

/** Calls for each day of the year back from D that has a value. */
function eachDay({ firstDay, length, values }: DaySeries, lastDay: number, visit: (back: number, value: number) => void): void {
  const last = Math.min(length - 1, lastDay - firstDay)
  const first = Math.max(0, lastDay - YEAR_DAYS + 1 - firstDay)
  for (let index = first; index <= last; index++) {
    const value = values[index] ?? Number.NaN
    if (!Number.isNaN(value)) visit(lastDay - firstDay - index, value)
  }
}

function count(days: Uint8Array, from: number, to: number): number {
  let found = 0
  for (let back = from; back <= to; back++) found += days[back] ?? 0
  return found
}

function sumOfAll({ values, length, firstDay }: DaySeries, lastDay: number): number | null {
  const end = Math.min(length, lastDay - firstDay + 1)
  let sum = 0
  let isKnown = false
  for (let index = 0; index < end; index++) {
    const value = values[index] ?? Number.NaN
    if (Number.isNaN(value)) continue
    sum += value
    isKnown = true
  }
  return isKnown ? sum : null
}
