import { dayStart } from '../../../lib/clock.ts'
import { countsInChainTotals, type Registry } from '../../registry/public.ts'
import { PLAIN } from '../facts.ts'
import type { RecordRow } from './record-values.ts'

interface Newest {
  newestSec: number
  rows: readonly RecordRow[]
}

/**
 * TVL of each chain by its key (semantics 2.5): the plain values of the protocols that count,
 * largest first. A protocol that is dead counts on the day of its last record and not after, as in
 * the history of the chain (semantics 2.6).
 */
export function chainTotals(
  registry: Registry,
  newest: ReadonlyMap<string, Newest>,
): [string, number][] {
  const totals = new Map<string, number>()
  const newestDaySec = dayStart(
    [...newest.values()].reduce((latest, { newestSec }) => Math.max(latest, newestSec), 0),
  )
  for (const protocol of registry.listChildren()) {
    const known = newest.get(protocol.id)
    if (known === undefined || !countsInChainTotals(protocol)) continue
    if (protocol.deadFromSec !== null && dayStart(known.newestSec) < newestDaySec) continue
    for (const { chain, section, usd } of known.rows) {
      if (section === PLAIN) totals.set(chain, (totals.get(chain) ?? 0) + usd)
    }
  }
  return [...totals].sort(([, a], [, b]) => b - a)
}
