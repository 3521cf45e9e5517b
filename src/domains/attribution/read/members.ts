import { derivedState, keyedState } from '../../../cache/state.ts'
import { sql } from '../../../lib/sql.ts'
import { registryState } from '../../registry/public.ts'
import { type Links, listMembers, type Member } from '../derive/members.ts'
import { forkLinks, oracleLinks } from '../facts.ts'

/** Every protocol whose value is attributed. */
export interface Members {
  list: readonly Member[]
  /** Names of the originals of forks by id. */
  names: ReadonlyMap<string, string>
}

const oracleLinksState = keyedState<string, readonly Links['oracles'][number][]>({
  name: 'attribution.oracleLinks',
  reads: [oracleLinks],
  key: sql`protocol`,
  load: async (snapshot, keys) => {
    const where = keys === 'all' ? sql`1` : sql`protocol IN {keys:Array(String)}`
    const rows = await snapshot.query<Links['oracles'][number]>(
      sql`SELECT protocol, oracle, type, chain, atSec AS fromSec, untilSec
       FROM ${snapshot.current(oracleLinks, where)} ORDER BY protocol, oracle, type, chain, fromSec`,
      { keys },
    )
    return Map.groupBy(rows, ({ protocol }) => protocol)
  },
})

const forkLinksState = keyedState<string, readonly Links['forks'][number][]>({
  name: 'attribution.forkLinks',
  reads: [forkLinks],
  key: sql`protocol`,
  load: async (snapshot, keys) => {
    const where = keys === 'all' ? sql`1` : sql`protocol IN {keys:Array(String)}`
    const rows = await snapshot.query<Links['forks'][number]>(
      sql`SELECT protocol, original FROM ${snapshot.current(forkLinks, where)}
       WHERE NOT ifNull(withdrawn, false) ORDER BY protocol, original`,
      { keys },
    )
    return Map.groupBy(rows, ({ protocol }) => protocol)
  },
})

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

export const memberStates = [oracleLinksState, forkLinksState, membersState]
