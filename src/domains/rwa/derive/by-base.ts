import { type Buckets, UNKNOWN_GROUP } from './stats.ts'

/**
 * Names of groups, the largest base bucket by on-chain market cap first, then by name (semantics
 * 10.5). The group of assets of which nothing is said has no name to filter by.
 */
export function byBase(groups: ReadonlyMap<string, Buckets>): string[] {
  return [...groups]
    .filter(([name]) => name !== UNKNOWN_GROUP)
    .map(([name, { base }]) => ({ name, usd: base.onChainMcap ?? 0 }))
    .sort((a, b) => b.usd - a.usd || (a.name < b.name ? -1 : 1))
    .map(({ name }) => name)
}
