import { emptyRecord } from '../../../lib/records.ts'
import type { Protocol } from '../../registry/public.ts'
import { PLAIN } from '../facts.ts'

/** One row of a protocol's record: a chain's plain value or one of its sections. */
export interface RecordRow {
  chain: string
  section: string
  usd: number
}

/** One record as all views show it: plain total, chain names by size, and values by their keys. */
export function recordValues(rows: readonly RecordRow[], nameOf: (chain: string) => string) {
  const chainTvls = emptyRecord<number>()
  const plain = new Map<string, number>()
  let tvl = 0
  for (const { chain, section, usd } of rows) {
    const name = nameOf(chain)
    if (section === PLAIN) {
      tvl += usd
      plain.set(name, (plain.get(name) ?? 0) + usd)
    }
    for (const key of valueKeys(name, section)) chainTvls[key] = (chainTvls[key] ?? 0) + usd
  }
  const sections = rows.map((row) => nameOf(row.chain)).filter((name) => !plain.has(name))
  const chains = [...new Set([...plain.keys(), ...sections])].sort(
    (a, b) => (plain.get(b) ?? 0) - (plain.get(a) ?? 0) || (a < b ? -1 : 1),
  )
  return { tvl, chains, chainTvls }
}

/** The keys a row counts under. */
export function valueKeys(chainName: string, section: string): string[] {
  return section === PLAIN ? [chainName] : [`${chainName}-${section}`, section]
}

/** Rows of the newest record, of a parent those of all its children. */
export function newestFamilyRows(
  family: readonly Protocol[],
  recent: ReadonlyMap<string, { rows: readonly RecordRow[] }>,
): RecordRow[] {
  return family.flatMap((member) => recent.get(member.id)?.rows ?? [])
}

/** The time of the newest record of all; 0 when there is none. */
export function newestSecOf(recent: ReadonlyMap<string, { newestSec: number }>): number {
  return [...recent.values()].reduce((latest, { newestSec }) => Math.max(latest, newestSec), 0)
}
