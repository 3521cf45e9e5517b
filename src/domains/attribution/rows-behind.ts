import type { RowsBehind } from '../../http/provenance.ts'
import type { RequestContext } from '../../http/route.ts'
import { toLookupKey } from '../../lib/slug.ts'
import { chains, idsOf, protocolRows, registryState } from '../registry/public.ts'
import type { Member } from './derive/members.ts'
import { membersState } from './read/members.ts'

/** Groups by original of a fork; all other operations that are not about categories: by oracle. */
const OF_FORKS = /^attribution\.(listForks|getFork)/

export const attributionRowsBehind: RowsBehind = async ({ operation, values }, context) => {
  const { list } = await context.states.get(membersState, context.snapshot)
  const { chain, protocol: group, start, end } = values
  const range = { fromSec: start as number | undefined, toSec: end as number | undefined }
  const onChain = typeof chain === 'string' ? { chain: [chains.keyOf(chain)] } : undefined
  const { members, links } = await membersOf(operation, list, group as string | undefined, context)
  return {
    ...protocolRows(members),
    tvl: { columns: { protocol: idsOf(members), ...onChain }, ...range },
    oracle_links: { columns: links.oracles },
    fork_links: { columns: links.forks },
  }
}

const NONE = { protocol: [] as string[] }

/** The protocols whose values are shown, and the links that put them there. */
async function membersOf(
  operation: string,
  list: readonly Member[],
  group: string | undefined,
  { snapshot, states }: RequestContext,
) {
  if (operation === 'attribution.listCategories')
    return { members: list, links: { oracles: NONE, forks: NONE } }
  if (OF_FORKS.test(operation)) {
    const original =
      group === undefined ? undefined : (await states.get(registryState, snapshot)).get(group).id
    const members = list.filter(({ originals, originalFamilies }) =>
      original === undefined
        ? originals.length > 0
        : [...originals, ...originalFamilies].includes(original),
    )
    return { members, links: { oracles: NONE, forks: { protocol: idsOf(members) } } }
  }
  const names = new Set(list.flatMap(({ oracleLinks }) => oracleLinks.map(({ oracle }) => oracle)))
  const oracles = [...names].filter(
    (name) => group === undefined || toLookupKey(name) === toLookupKey(group),
  )
  const members = list.filter(({ oracleLinks }) =>
    oracleLinks.some(({ oracle }) => oracles.includes(oracle)),
  )
  const columns = { protocol: idsOf(members), oracle: oracles }
  return { members, links: { oracles: columns, forks: NONE } }
}
