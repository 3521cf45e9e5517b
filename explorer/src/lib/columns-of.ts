import type { NamedPoints, Value } from './series.ts'

type Point = Readonly<Record<string, number | null | undefined>>

/** Series of a response whose points name them as members beside their time. */
export function columnsOf(points: readonly Point[], timeName = 'timestamp'): NamedPoints[] {
  const names = new Set(points.flatMap((point) => Object.keys(point)))
  names.delete(timeName)
  return [...names].map((name) => ({
    name,
    points: points.map((point) => [point[timeName] ?? null, point[name] ?? null]),
  }))
}

/** Series of a response whose points are a time and a map of values. */
export function mapsOf(
  points: readonly (readonly [number, Readonly<Record<string, number | null>>])[],
): NamedPoints[] {
  const names = new Set(points.flatMap(([, values]) => Object.keys(values)))
  return [...names].map((name) => ({
    name,
    points: points.map(([sec, values]) => [sec, values[name] ?? null]),
  }))
}

/**
 * Series of days that have a value or a map of values: the response says by its shape whether it is
 * split, since the one before a choice may still be shown.
 */
export function partsOrTotal(
  days: readonly (readonly [number, Value | Readonly<Record<string, Value>>])[],
  name: string,
): NamedPoints[] {
  const parts = days.flatMap(([sec, value]) =>
    typeof value === 'object' && value !== null ? [[sec, value] as const] : [],
  )
  if (parts.length > 0) return mapsOf(parts)
  return [
    { name, points: days.map(([sec, value]) => [sec, typeof value === 'number' ? value : null]) },
  ]
}

/** Series of a response keyed by time: `{ "1731801600": { name: { tvl } } }`. */
export function chartOf(
  chart: Readonly<Record<string, Readonly<Record<string, { readonly tvl: number | null }>>>>,
): NamedPoints[] {
  const days = Object.entries(chart)
  const names = new Set(days.flatMap(([, values]) => Object.keys(values)))
  return [...names].map((name) => ({
    name,
    points: days.map(([sec, values]) => [Number(sec), values[name]?.tvl ?? null]),
  }))
}
