import { type DaySeries, valueAt } from './day-series.ts'
import { YEAR_DAYS, yearOf } from './year.ts'

/**
 * The figures of all windows that end with the last complete UTC day D (semantics 7.4). Missing is
 * `null`, never 0.
 */
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

interface Window {
  /** Days back from D, both ends included. */
  readonly days: readonly [from: number, to: number]
  /** The stretches of a year that it is made of. */
  readonly stretches: readonly number[]
}

const WINDOWS = {
  total7d: { days: [0, 6], stretches: [0] },
  total14dto7d: { days: [7, 13], stretches: [1] },
  total30d: { days: [0, 29], stretches: [0, 1, 2] },
  total60dto30d: { days: [30, 59], stretches: [3] },
  total1y: { days: [0, YEAR_DAYS - 1], stretches: [0, 1, 2, 3, 4] },
} as const satisfies Record<string, Window>

/**
 * One entry per day of the year back from D: whether a protocol has a record of it, on whatever
 * chain.
 */
export function recordedDays(all: readonly DaySeries[], lastDay: number): Uint8Array {
  return anyOf(all.map((series) => yearOf(series, lastDay).days))
}

/**
 * The totals of one series of a protocol. Its 24 hours are the protocol's record of D or, when that
 * is late, the one of the day before. A flow is summed over a window; a level is averaged over the
 * days of the window that have a record (decision 23), which makes the parts of a protocol add up
 * to it.
 */
export function totalsOf(
  series: DaySeries,
  recorded: Uint8Array,
  lastDay: number,
  kind: 'flow' | 'level',
): Totals {
  const year = yearOf(series, lastDay)
  const day = (back: number) => {
    const value = valueAt(series, lastDay - back)
    return Number.isNaN(value) ? null : value
  }
  const newest = recorded[0] === 1 ? 0 : recorded[1] === 1 ? 1 : undefined
  const window = ({ days: [from, to], stretches }: Window): number | null => {
    let [sum, known] = [0, 0]
    for (const stretch of stretches) {
      sum += year.sums[stretch] ?? 0
      known += year.known[stretch] ?? 0
    }
    if (known === 0) return null
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
    totalAllTime: kind === 'flow' ? year.sumOfAll : null,
    yearDays: year.days,
  }
}

/** Totals of several members: what is missing in one does not hide what is known of the others. */
export function addTotals(parts: readonly Totals[]): Totals {
  const [only] = parts
  if (only !== undefined && parts.length === 1) return only
  const yearDays = anyOf(parts.map((part) => part.yearDays))
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

/** Days that any of several have. */
function anyOf(parts: readonly Uint8Array[]): Uint8Array {
  const [only] = parts
  if (only !== undefined && parts.length === 1) return only
  const days = new Uint8Array(YEAR_DAYS)
  for (const part of parts)
    for (let back = 0; back < YEAR_DAYS; back++) days[back] = (days[back] ?? 0) | (part[back] ?? 0)
  return days
}

function count(days: Uint8Array, from: number, to: number): number {
  let found = 0
  for (let back = from; back <= to; back++) found += days[back] ?? 0
  return found
}
