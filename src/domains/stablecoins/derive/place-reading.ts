import { circulatingUnits } from './circulating.ts'
import type { DailySeries } from './daily-series.ts'
import type { PlaceParts } from './place-supply.ts'

/** How good the newest figure of a stablecoin on a chain is. */
export interface PlaceReading {
  readonly atSec: number
  readonly isCarried: boolean
}

/**
 * The figure of a chain is as old as the oldest of its parts that are not 0, and carried when one
 * of them is, or when they cannot be true together and the last good figure stands instead
 * (semantics 4.1).
 */
export function placeReading({ supply, bridgedIn, bridgedOut }: PlaceParts): PlaceReading {
  const all = [supply, ...bridgedIn, ...bridgedOut].flatMap((series) => series ?? [])
  const present = all.filter(({ columns }) => columns.some((column) => (column.at(-1) ?? 0) > 0))
  const parts = present.length === 0 ? all : present
  const units = circulatingUnits(last(supply), sumOf(bridgedIn), last(supply, 1), sumOf(bridgedOut))
  return {
    atSec: parts.reduce(
      (oldest, { lastSec }) => Math.min(oldest, lastSec),
      Number.POSITIVE_INFINITY,
    ),
    isCarried: Number.isNaN(units) || parts.some(({ isLastCarried }) => isLastCarried),
  }
}

function last(series: DailySeries | undefined, column = 0): number {
  return series?.columns[column]?.at(-1) ?? 0
}

function sumOf(list: readonly DailySeries[]): number {
  return list.reduce((sum, series) => sum + last(series), 0)
}
