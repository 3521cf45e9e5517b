import type { Value } from '../../lib/series.ts'

/** The newest known value of each part of a breakdown over days. */
export function newestOf(
  days: readonly (readonly [sec: number, values: Readonly<Record<string, Value>>])[],
): ReadonlyMap<string, number> {
  const newest = new Map<string, number>()
  for (const [, values] of days)
    for (const [name, value] of Object.entries(values)) if (value !== null) newest.set(name, value)
  return newest
}
