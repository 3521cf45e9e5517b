import type { Body } from '../../api/answers.ts'

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
