import { derivedState } from '../../../cache/state.ts'
import type { RequestContext } from '../../../http/route.ts'
import { dayOf } from '../../../lib/clock.ts'
import { chains, protocols, registryState } from '../../registry/public.ts'
import { newestSecOf, recentTvlState, tvlRecords } from '../../tvl/public.ts'
import { Attribution, oneTimestamp } from '../derive/attribution.ts'
import { groupMembers, type Member } from '../derive/members.ts'
import { type SecuredValue, securedLists, securedValues } from '../derive/secured-lists.ts'
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

/** From the records behind lists and totals of TVL, so that charts end with what these say. */
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
      // after (tvl.md#chains).
      if (known === undefined || (member.isDead && dayOf(known.newestSec) < dayOf(atSec))) continue
      const places = known.rows.map(({ chain, section, usd }) => ({
        chain,
        section,
        firstDay: 0,
        usd: Float64Array.of(usd),
      }))
      totals.add(member, places, oneTimestamp(atSec))
      secured.push(...securedValues(member, known.rows, atSec))
    }
    return { atSec, totals, secured }
  },
})

/** The forks of each original, largest first, with those never measured; by name or slug. */
export async function readForks(
  context: RequestContext,
  shown: 'name' | 'slug',
): Promise<[original: string, forks: string[]][]> {
  const registry = await context.states.get(registryState, context.snapshot)
  const originalsOf = ({ originals }: Member) =>
    originals.map((id) => registry.byId(id)?.name ?? id)
  return readGroups(context, originalsOf, shown)
}

/** The slugs of the protocols of each category, in the same way. */
export function readCategories(context: RequestContext): Promise<[string, string[]][]> {
  return readGroups(context, ({ category }) => [category], 'slug')
}

async function readGroups(
  { snapshot, states }: RequestContext,
  groupsOf: (member: Member) => readonly string[],
  shown: 'name' | 'slug',
): Promise<[string, string[]][]> {
  const registry = await states.get(registryState, snapshot)
  const members = await states.get(membersState, snapshot)
  const recent = await states.get(recentTvlState, snapshot)
  const sizeOf = (id: string) => recent.get(id)?.totalsUsd.at(-1) ?? -1
  return [...groupMembers(members.list, groupsOf, sizeOf)].map(([group, list]) => [
    group,
    list.map(({ id }) => registry.byId(id)?.[shown] ?? id),
  ])
}

/** What each oracle secures now, under names. */
export async function readSecuredLists({ snapshot, states }: RequestContext) {
  const registry = await states.get(registryState, snapshot)
  const { secured } = await states.get(newestAttributionState, snapshot)
  return securedLists(secured, {
    protocol: (id) => registry.byId(id)?.name ?? id,
    chain: (key) => chains.nameOf(key),
  })
}
