import type { Body } from '../../api/request.ts'
import { chartOf } from '../../lib/columns-of.ts'
import { last } from '../../lib/series.ts'
import { changeOverDays, percentOf } from '../../lib/sums.ts'
import type { NamedProtocol } from '../../page/use-protocols.ts'

export type ForkList = Body<'listForks'>

export type ForkRow = ReturnType<typeof forkRows>[number]

export type ByName = ReadonlyMap<string, Pick<NamedProtocol, 'slug' | 'tvl'>>

/** Originals with the value in their forks; their own is null where none is listed by this name. */
export function forkRows({ chart, forks }: ForkList, protocols: ByName) {
  const points = new Map(chartOf(chart).map((series) => [series.name, series.points]))
  return Object.entries(forks).map(([name, slugs]) => {
    const own = points.get(name) ?? []
    const usd = last(own.map(([, value]) => value))
    const originalUsd = protocols.get(name)?.tvl ?? null
    return {
      name,
      forks: slugs,
      usd,
      originalUsd,
      ofOriginalPercent: percentOf(usd, originalUsd),
      monthChange: changeOverDays(own, 30),
    }
  })
}

/** Names of the forks of each original. */
export type ForkNames = Body<'getForkMetrics'>

export interface TreeRow {
  readonly name: string
  /** Steps below the protocol of the page. */
  readonly depth: number
  readonly forkedFrom: string | null
}

/** A protocol, its forks and theirs, each below what it was forked from. */
export function treeOf(names: ForkNames, root: string): TreeRow[] {
  const seen = new Set<string>()
  const rows: TreeRow[] = []
  const walk = (name: string, depth: number, forkedFrom: string | null) => {
    if (seen.has(name)) return
    seen.add(name)
    rows.push({ name, depth, forkedFrom })
    for (const fork of names[name] ?? []) walk(fork, depth + 1, name)
  }
  walk(root, 0, originalOf(names, root))
  return rows
}

export function originalOf(names: ForkNames, fork: string): string | null {
  return Object.entries(names).find(([, forks]) => forks.includes(fork))?.[0] ?? null
}
