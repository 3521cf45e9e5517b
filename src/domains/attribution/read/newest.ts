import { derivedState } from '../../../cache/state.ts'
import { protocols } from '../../registry/public.ts'
import { dayOf, recentTvlState, tvlRecords } from '../../tvl/public.ts'
import { Attribution, oneMoment } from '../derive/attribution.ts'
import { type SecuredValue, securedValues } from '../derive/secured-values.ts'
import { forkLinks, oracleLinks } from '../facts.ts'
import { membersState } from './members.ts'

/** The facts behind every chart of this domain. */
export const CHART_READS = [protocols, tvlRecords, oracleLinks, forkLinks]

/** The totals of all groups now: one point, at the time of the newest record of all. */
export interface NewestAttribution {
  atSec: number
  totals: Attribution
  /** What each oracle secures of each protocol. */
  secured: readonly SecuredValue[]
}

/**
 * From the records that the lists and totals of TVL are made from, so that every chart ends with
 * what these say.
 */
export const newestAttributionState = derivedState({
  name: 'attribution.newest',
  from: [membersState, recentTvlState],
  make: (members, recent): NewestAttribution => {
    const atSec = newestSecOf(recent)
    const totals = new Attribution()
    const secured: SecuredValue[] = []
    for (const member of members.list) {
      const known = recent.get(member.id)
      // As in the totals of chains, a dead protocol counts on the day of its last record and not
      // after (semantics 2.5).
      if (known === undefined || (member.isDead && dayOf(known.newestSec) < dayOf(atSec))) continue
      const places = known.rows.map(({ chain, section, usd }) => ({
        chain,
        section,
        firstDay: 0,
        usd: Float64Array.of(usd),
      }))
      totals.add(member, places, oneMoment(atSec))
      secured.push(...securedValues(member, known.rows, atSec))
    }
    return { atSec, totals, secured }
  },
})

/** The time of the newest record of all; 0 when there is none. */
export function newestSecOf(recent: ReadonlyMap<string, { newestSec: number }>): number {
  return [...recent.values()].reduce((latest, { newestSec }) => Math.max(latest, newestSec), 0)
}
