import type { RequestContext } from '../../../http/route.ts'
import { chains, registryState } from '../../registry/public.ts'
import { recentTvlState } from '../../tvl/public.ts'
import { groupMembers } from '../derive/group-members.ts'
import type { Member } from '../derive/members.ts'
import { type SecuredLists, securedLists } from '../derive/secured-lists.ts'
import { membersState } from './members.ts'
import { newestAttributionState } from './newest.ts'

/** The forks of each original by its name, largest first, with those that were never measured. */
export async function readForks(context: RequestContext): Promise<Map<string, Member[]>> {
  const registry = await context.states.get(registryState, context.snapshot)
  return readGroups(context, ({ originals }) =>
    originals.map((id) => registry.byId(id)?.name ?? id),
  )
}

/** The protocols of each category, in the same way. */
export function readCategories(context: RequestContext): Promise<Map<string, Member[]>> {
  return readGroups(context, ({ category }) => [category])
}

async function readGroups(
  { snapshot, states }: RequestContext,
  groupsOf: (member: Member) => readonly string[],
) {
  const members = await states.get(membersState, snapshot)
  const recent = await states.get(recentTvlState, snapshot)
  return groupMembers(members.list, groupsOf, (id) => recent.get(id)?.totalsUsd.at(-1) ?? -1)
}

/** What each oracle secures now, under names. */
export async function readSecuredLists({
  snapshot,
  states,
}: RequestContext): Promise<SecuredLists> {
  const registry = await states.get(registryState, snapshot)
  const { secured } = await states.get(newestAttributionState, snapshot)
  return securedLists(secured, {
    protocol: (id) => registry.byId(id)?.name ?? id,
    chain: (key) => chains.nameOf(key),
  })
}
