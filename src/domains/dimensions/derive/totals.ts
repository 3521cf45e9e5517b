import { at } from '../../../lib/at.ts'
import { type DaySeries, valueAt } from './day-series.ts'
import { YEAR_DAYS, type YearSums } from './year-sums.ts'

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
  /** Days back from D, the end excluded. */
  readonly days: readonly [from: number, end: number]
  /** The ranges of a year that it is made of. */
  readonly ranges: readonly number[]
}

const WINDOWS = {
  total7d: { days: [0, 7], ranges: [0] },
  total14dto7d: { days: [7, 14], ranges: [1] },
  total30d: { days: [0, 30], ranges: [0, 1, 2] },
  total60dto30d: { days: [30, 60], ranges: [3] },
  total1y: { days: [0, YEAR_DAYS], ranges: [0, 1, 2, 3, 4] },
} as const satisfies Record<string, Window>

/**
 * What windows hold before a level is averaged, so that members can be added up first. `recordedDays`
 * has one entry per day back from D: whether a member has any record.
 */
export interface WindowSums {
  readonly kind: 'flow' | 'level'
  readonly sums: Readonly<Record<TotalName, number | null>>
  readonly yearDays: Uint8Array
  readonly recordedDays: Uint8Array
}

/**
 * The sums of one series of a protocol. Its 24 hours are the protocol's record of D or, when that
 * is late, of the day before.
 */
export function windowSumsOf(
  series: DaySeries,
  year: YearSums,
  recordedDays: Uint8Array,
  { lastDay, kind }: { lastDay: number; kind: 'flow' | 'level' },
): WindowSums {
  const day = (back: number) => {
    const value = valueAt(series, lastDay - back)
    return Number.isNaN(value) ? null : value
  }
  const newest = [0, 1].find((back) => recordedDays[back] === 1)
  const window = ({ ranges }: Window): number | null => {
    const sum = (values: ArrayLike<number>) =>
      ranges.reduce((total, range) => total + at(values, range), 0)
    return sum(year.known) === 0 ? null : sum(year.sums)
  }
  const sums = {
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
  }
  return { kind, sums, yearDays: year.days, recordedDays }
}

/** Sums of several members: what is missing in one does not hide what is known of the others. */
export function addWindowSums(parts: readonly WindowSums[]): WindowSums {
  const sums = { ...NOTHING }
  for (const name of TOTAL_NAMES) {
    for (const part of parts) {
      const value = part.sums[name]
      if (value !== null) sums[name] = (sums[name] ?? 0) + value
    }
  }
  return {
    kind: parts[0]?.kind ?? 'flow',
    sums,
    yearDays: anyDays(parts.map(({ yearDays }) => yearDays)),
    recordedDays: anyDays(parts.map(({ recordedDays }) => recordedDays)),
  }
}

/**
 * The totals of some members. A flow is summed over a window; a level is averaged over the days of
 * the window on which any of them has a record (decisions 23, 182).
 */
export function toTotals({ kind, sums, yearDays, recordedDays }: WindowSums): Totals {
  if (kind === 'flow') return { ...sums, yearDays }
  const mean = (name: keyof typeof WINDOWS) => {
    const sum = sums[name]
    return sum === null ? null : sum / countDays(recordedDays.subarray(...WINDOWS[name].days))
  }
  return {
    ...sums,
    total7d: mean('total7d'),
    total14dto7d: mean('total14dto7d'),
    total30d: mean('total30d'),
    total60dto30d: mean('total60dto30d'),
    total1y: mean('total1y'),
    yearDays,
  }
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

/** Days that any of several have, one entry per day back from D. */
export function anyDays(parts: readonly Uint8Array[]): Uint8Array {
  const days = new Uint8Array(YEAR_DAYS)
  for (const part of parts)
    part.forEach((has, back) => {
      if (has === 1) days[back] = 1
    })
  return days
}

export function countDays(days: Uint8Array): number {
  return days.reduce((sum, day) => sum + day, 0)
}
