import { hash } from 'node:crypto'
import type { StateDefinition } from '../../../cache/states.ts'
import type { Snapshot } from '../../../store/snapshot.ts'
import { protocols, registryState } from '../../registry/public.ts'
import { type Links, listMembers, type Member } from '../derive/members.ts'
import { forkLinks, oracleLinks } from '../facts.ts'

/** Every protocol whose value is attributed. */
export interface Members {
  list: readonly Member[]
  /** Changes when any of their groups does. */
  signature: string
  /** Names of the originals of forks by id, and a text that changes when any of them does. */
  names: ReadonlyMap<string, string>
  namesSignature: string
}

export const membersState: StateDefinition<Members> = {
  name: 'attribution.members',
  reads: [protocols, oracleLinks, forkLinks],
  build: async (snapshot, states) => {
    const registry = await states.get(registryState, snapshot)
    const list = listMembers(registry, await readLinks(snapshot))
    const originals = [...new Set(list.flatMap((member) => member.originals))].sort()
    const names = new Map(originals.map((id) => [id, registry.byId(id)?.name ?? id]))
    return {
      list,
      signature: hash('sha256', JSON.stringify(list)),
      names,
      namesSignature: hash('sha256', JSON.stringify([...names])),
    }
  },
}

async function readLinks(snapshot: Snapshot): Promise<Links> {
  const oracles = await snapshot.query<Links['oracles'][number]>(
    `SELECT protocol, oracle, type, chain, atSec AS fromSec, untilSec FROM ${snapshot.current(oracleLinks)} ORDER BY protocol, oracle, type, chain, fromSec`,
  )
  const forks = await snapshot.query<Links['forks'][number]>(
    `SELECT protocol, original FROM ${snapshot.current(forkLinks)} WHERE NOT ifNull(withdrawn, false) ORDER BY protocol, original`,
  )
  return { oracles, forks }
}
