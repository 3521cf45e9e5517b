import { at } from '../../../lib/at.ts'
import { dayStart } from '../../../lib/clock.ts'
import { countsInChainTotals, type Registry } from '../../registry/public.ts'
import { PLAIN } from '../facts.ts'
import { newestSecOf, type RecordRow } from './record-values.ts'

interface Newest {
  newestSec: number
  rows: readonly RecordRow[]
}

/**
 * TVL by key of chain (tvl.md#chains): plain values of the protocols that count, largest first. A
 * dead protocol counts on the day of its last record and not after (tvl.md#chain-history).
 */
export function chainTotals(
  registry: Registry,
  newest: ReadonlyMap<string, Newest>,
): [string, number][] {
  const totals = new Map<string, number>()
  const newestDaySec = dayStart(newestSecOf(newest))
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

/** The sum of some daily series, day by day in order: `[Unix seconds of the day, US dollars]`. */
export function totalDays(
  series: ReadonlyMap<string, { datesSec: readonly number[]; tvlUsd: readonly number[] }>,
): [dateSec: number, tvlUsd: number][] {
  const sums = new Map<number, number>()
  for (const { datesSec, tvlUsd } of series.values()) {
    for (const [index, dateSec] of datesSec.entries())
      sums.set(dateSec, (sums.get(dateSec) ?? 0) + at(tvlUsd, index))
  }
  return [...sums].sort(([a], [b]) => a - b)
}
