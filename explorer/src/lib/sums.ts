import { DAY_SEC, type Figure } from './writing.ts'

/** A part in percent of the whole; null where either is missing or the whole is 0. */
export function percentOf(part: Figure, whole: Figure): number | null {
  return part == null || !whole ? null : (part / whole) * 100
}

/** How much a figure changed in percent; null where either is missing or the first is 0. */
export function percentChange(now: Figure, before: Figure): number | null {
  return now == null || !before ? null : (now / before - 1) * 100
}

/** The sum of the known values; null when none is known. */
export function sumOf(
  parts:
    | Readonly<Record<string, number | null | undefined>>
    | readonly (number | null)[]
    | null
    | undefined,
): number | null {
  const known = Object.values(parts ?? {}).filter((value) => typeof value === 'number')
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0)
}

type Point = readonly [sec: number | null, value: number | null]

/** Change in percent of the newest known value against that of the day some days before it. */
export function changeOverDays(points: readonly Point[], days: number): number | null {
  const [sec, value] = points.findLast((point) => point[0] !== null && point[1] !== null) ?? []
  if (sec == null || value == null) return null
  const day = dayOf(sec) - days
  const before = points.findLast((point) => point[0] !== null && dayOf(point[0]) === day)?.[1]
  return before == null || before === 0 ? null : (value / before - 1) * 100
}

function dayOf(sec: number): number {
  return Math.floor(sec / DAY_SEC)
}

const MONTHS_A_YEAR = 365 / 30

/** How many years of a sum a market cap is, at the pace of 30 days. */
export function yearsOf(mcap: number | null, total30d: number | null | undefined): number | null {
  return mcap === null || !total30d ? null : mcap / (total30d * MONTHS_A_YEAR)
}
