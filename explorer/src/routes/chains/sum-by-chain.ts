import type { Body } from '../../api/request.ts'
import type { Value } from '../../lib/series.ts'

/** A protocol of an overview with its last day by chain and version. */
type SplitRow = Body<
  'getDexsOverview' | 'getFeesOverview',
  { readonly fields: 'category,doublecounted,breakdown24h' }
>['protocols'][number]

/** The last day of each chain as the overview of the chain counts it: no chain, nothing twice. */
export function sumByChain(rows: readonly SplitRow[]): ReadonlyMap<string, number> {
  const sums = new Map<string, number>()
  for (const { category, doublecounted, breakdown24h } of rows) {
    if (doublecounted || category === 'Chain') continue
    for (const [chain, parts] of Object.entries(breakdown24h ?? {}))
      for (const value of Object.values(parts))
        if (value !== null) sums.set(chain, (sums.get(chain) ?? 0) + value)
  }
  return sums
}

/** The newest known value of each part of a breakdown over days. */
export function newestOf(
  days: readonly (readonly [sec: number, values: Readonly<Record<string, Value>>])[],
): ReadonlyMap<string, number> {
  const newest = new Map<string, number>()
  for (const [, values] of days)
    for (const [name, value] of Object.entries(values)) if (value !== null) newest.set(name, value)
  return newest
}
