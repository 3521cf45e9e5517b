import { percentChange } from '../../../derive/percent-change.ts'
import { at } from '../../../lib/at.ts'
import { type DaySeries, valueAt } from './day-series.ts'
import { YEAR_DAYS, type YearSums } from './year-sums.ts'

/** The figures of all windows that end with D (dimensions.md#windows); missing is `null`. */
export type Totals = Readonly<Record<TotalName, number | null>> & {
  /** One entry per day back from D: whether there is a value. */
  readonly yearDays: Uint8Array
}

const TOTAL_NAMES = [
  'total24h',
  'total48hto24h',
  'total7d',
  'total14dto7d',
  'total30d',
  'total60dto30d',
  'total1y',
  'total7DaysAgo',
  'total30DaysAgo',
  'totalAllTime',
] as const

export type TotalName = (typeof TOTAL_NAMES)[number]

/** A figure of each window. */
export function mapTotals(
  figureOf: (name: TotalName) => number | null,
): Record<TotalName, number | null> {
  const figures = {} as Record<TotalName, number | null>
  for (const name of TOTAL_NAMES) figures[name] = figureOf(name)
  return figures
}

interface Window {
  /** Days back from D, the end excluded. */
  readonly days: readonly [from: number, end: number]
  /** The ranges of a year that it is made of. */
  readonly ranges: readonly number[]
}

const WINDOWS: Partial<Record<TotalName, Window>> = {
  total7d: { days: [0, 7], ranges: [0] },
  total14dto7d: { days: [7, 14], ranges: [1] },
  total30d: { days: [0, 30], ranges: [0, 1, 2] },
  total60dto30d: { days: [30, 60], ranges: [3] },
  total1y: { days: [0, YEAR_DAYS], ranges: [0, 1, 2, 3, 4] },
}

/** Windows before levels are averaged; `recordedDays` is per day back from D, of any record. */
export interface WindowSums {
  readonly kind: 'flow' | 'level'
  readonly sums: Readonly<Record<TotalName, number | null>>
  readonly yearDays: Uint8Array
  readonly recordedDays: Uint8Array
}

/** The sums of one series; its 24 hours are of D or, when that is late, of the day before. */
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
  const others: Partial<Record<TotalName, number | null>> = {
    total24h: newest === undefined ? null : day(newest),
    total48hto24h: day(1),
    total7DaysAgo: day(7),
    total30DaysAgo: day(30),
    totalAllTime: kind === 'flow' ? year.sumOfAll : null,
  }
  const sums = mapTotals((name) => {
    const ranges = WINDOWS[name]?.ranges
    if (ranges === undefined) return others[name] ?? null
    const sum = (values: ArrayLike<number>) =>
      ranges.reduce((total, range) => total + at(values, range), 0)
    return sum(year.known) === 0 ? null : sum(year.sums)
  })
  return { kind, sums, yearDays: year.days, recordedDays }
}

/** Sums of several members: what is missing in one does not hide what is known of the others. */
export function addWindowSums(parts: readonly WindowSums[]): WindowSums {
  return {
    kind: parts[0]?.kind ?? 'flow',
    sums: mapTotals((name) =>
      parts.reduce((sum: number | null, { sums }) => {
        const value = sums[name]
        return value === null ? sum : (sum ?? 0) + value
      }, null),
    ),
    yearDays: anyDays(parts.map(({ yearDays }) => yearDays)),
    recordedDays: anyDays(parts.map(({ recordedDays }) => recordedDays)),
  }
}

/** Sums of a flow; averages of a level over days with any record (dimensions.md#levels). */
export function toTotals({ kind, sums, yearDays, recordedDays }: WindowSums): Totals {
  if (kind === 'flow') return { ...sums, yearDays }
  const totals = mapTotals((name) => {
    const [sum, days] = [sums[name], WINDOWS[name]?.days]
    if (sum === null || days === undefined) return sum
    return sum / countDays(recordedDays.subarray(...days))
  })
  return { ...totals, yearDays }
}

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

// Days of an average month, as this field counts them (dimensions.md#windows).
const DAYS_PER_MONTH = 30.44
const LEAST_RECORDS = 30

export interface Averages {
  average1y: number | null
  monthlyAverage1y: number | null
}

/** The year's total per day with a record, and of a month; a level is an average already. */
export function averagesOf({ total1y, yearDays }: Totals, kind: 'flow' | 'level'): Averages {
  if (kind === 'level') return { average1y: total1y, monthlyAverage1y: null }
  const days = yearDays.reduce((sum, day) => sum + day, 0)
  const average1y = total1y === null || days === 0 ? null : total1y / days
  return {
    average1y,
    monthlyAverage1y:
      average1y === null || days < LEAST_RECORDS ? null : average1y * DAYS_PER_MONTH,
  }
}

/** The later and the earlier side of each change; the first three compare single days. */
const SIDES = {
  change_1d: ['total24h', 'total48hto24h'],
  change_7d: ['total24h', 'total7DaysAgo'],
  change_1m: ['total24h', 'total30DaysAgo'],
  change_7dover7d: ['total7d', 'total14dto7d'],
  change_30dover30d: ['total30d', 'total60dto30d'],
} as const satisfies Record<string, readonly [TotalName, TotalName]>

export type Changes = Record<keyof typeof SIDES, number | null>

/**
 * Percent, to two decimals (responses.md#precision); none when the earlier side is 0 or missing,
 * nor in an overview when the later side is 0 (dimensions.md#changes-and-coverage).
 */
export function changesOf(totals: Totals, isOverview: boolean): Changes {
  const changes = Object.entries(SIDES).map(([name, [laterName, earlierName]]) => {
    const later = totals[laterName]
    const percent = isOverview && later === 0 ? null : percentChange(totals[earlierName], later)
    return [name, percent === null ? null : Math.round(percent * 100) / 100]
  })
  return Object.fromEntries(changes) as Changes
}

/** The share of protocols with a value in 30 days, weighed by these, that reported for D. */
export function coverageOf(parts: readonly Totals[]): number | undefined {
  let expected = 0
  let reported = 0
  for (const { total30d, yearDays } of parts) {
    if (total30d === null) continue
    const worth = Math.abs(total30d)
    expected += worth
    if (yearDays[0] === 1) reported += worth
  }
  return expected === 0 ? undefined : reported / expected
}
