import type { RequestContext } from '../../../http/route.ts'
import { DAY_SEC } from '../../../lib/clock.ts'
import { countsInChainTotals, protocols, registryState } from '../../registry/public.ts'
import { DailySum } from '../derive/daily-sum.ts'
import { dayOf } from '../derive/daily-values.ts'
import { PLAIN, tvlRecords } from '../facts.ts'
import { visitDailyTvl } from './daily-tvl.ts'
import { recentTvlState } from './recent.ts'

/** Daily totals of one chain, by its key. */
export interface ChainHistory {
  datesSec: number[]
  tvlUsd: number[]
}

/** Daily TVL of every chain: the days of the protocols that count (semantics 2.5, 2.6), summed. */
export function readChainHistory({
  snapshot,
  states,
}: Pick<RequestContext, 'snapshot' | 'states'>): Promise<ReadonlyMap<string, ChainHistory>> {
  return states.memo('tvl.chainHistory', [protocols, tvlRecords], snapshot, async () => {
    const registry = await states.get(registryState, snapshot)
    const recent = await states.get(recentTvlState, snapshot)
    const counted = registry.listChildren().filter(countsInChainTotals)
    const newestSec = counted
      .flatMap(({ id }) => recent.get(id)?.newestSec ?? [])
      .reduce((newest, atSec) => Math.max(newest, atSec), 0)
    const sums = new Map<string, DailySum>()
    const members = counted.map(({ id, deadFromSec }) => ({ id, isDead: deadFromSec !== null }))
    const scope = { protocols: members, newestDay: dayOf(newestSec) }
    await visitDailyTvl(snapshot, scope, (_, places) => {
      for (const place of places) {
        if (place.section !== PLAIN) continue
        const sum = sums.get(place.chain) ?? new DailySum()
        sums.set(place.chain, sum)
        sum.add(place)
      }
    })
    const ordered = [...sums].sort(([a], [b]) => (a < b ? -1 : 1))
    return new Map(ordered.map(([chain, sum]) => [chain, toHistory(sum)]))
  })
}

/** A day without a value is no point. */
function toHistory({ firstDay, usd }: DailySum): ChainHistory {
  const history: ChainHistory = { datesSec: [], tvlUsd: [] }
  usd.forEach((value, index) => {
    if (Number.isNaN(value)) return
    history.datesSec.push((firstDay + index) * DAY_SEC)
    history.tvlUsd.push(value)
  })
  return history
}
