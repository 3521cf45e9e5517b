import { amongKeys } from '../../../cache/among-keys.ts'
import { derivedState, keyedState } from '../../../cache/state.ts'
import { type Sql, sql } from '../../../lib/sql.ts'
import type { Fact } from '../../../store/fact.ts'
import { registryState } from '../../registry/public.ts'
import { type Links, listMembers, type Member } from '../derive/members.ts'
import { forkLinks, oracleLinks } from '../facts.ts'

/** Every protocol whose value is attributed. */
export interface Members {
  list: readonly Member[]
  /** Names of the originals of forks by id. */
  names: ReadonlyMap<string, string>
}

/** The links of each protocol that stand. */
function linksState<L extends { protocol: string }>(
  name: string,
  fact: Fact,
  columns: Sql,
  order: Sql,
  isStanding = sql`true`,
) {
  return keyedState<string, readonly L[]>({
    name: `attribution.${name}`,
    reads: [fact],
    key: sql`protocol`,
    load: async (snapshot, keys) => {
      const where = amongKeys(sql`protocol`, keys)
      const rows = await snapshot.query<L>(
        sql`SELECT protocol, ${columns} FROM ${snapshot.current(fact, where)} WHERE ${isStanding} ORDER BY protocol, ${order}`,
        { keys },
      )
      return Map.groupBy(rows, ({ protocol }) => protocol)
    },
  })
}

const oracleLinksState = linksState<Links['oracles'][number]>(
  'oracleLinks',
  oracleLinks,
  sql`oracle, type, chain, atSec AS fromSec, untilSec`,
  sql`oracle, type, chain, fromSec`,
)

const forkLinksState = linksState<Links['forks'][number]>(
  'forkLinks',
  forkLinks,
  sql`original`,
  sql`original`,
  sql`NOT ifNull(withdrawn, false)`,
)

export const membersState = derivedState({
  name: 'attribution.members',
  from: [registryState, oracleLinksState, forkLinksState],
  make: (registry, oracles, forks): Members => {
    const links = { oracles: [...oracles.values()].flat(), forks: [...forks.values()].flat() }
    const list = listMembers(registry, links)
    const originals = [...new Set(list.flatMap((member) => member.originals))].sort()
    const names = new Map(originals.map((id) => [id, registry.byId(id)?.name ?? id]))
    return { list, names }
  },
})
