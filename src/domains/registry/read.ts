import { amongKeys } from '../../cache/among-keys.ts'
import { rowState } from '../../cache/row-state.ts'
import { derivedState, keyedState } from '../../cache/state.ts'
import { sql } from '../../lib/sql.ts'
import type { Snapshot } from '../../store/snapshot.ts'
import { protocolHallmarks, protocols } from './facts.ts'
import type { Hallmark } from './hallmarks.ts'
import { type ProtocolRow, Registry } from './registry.ts'

const protocolsState = rowState('registry.protocols', protocols, 'id')

/** All protocols, for what reads before there are states: responses of another service. */
export async function readRegistry(snapshot: Snapshot): Promise<Registry> {
  const rows = await snapshot.query<ProtocolRow>(
    sql`SELECT * EXCEPT (quality, run, recordedAt) FROM ${snapshot.current(protocols)}`,
  )
  return makeRegistry(rows)
}

/** Numbers in their order, as the first of two protocols with one slug owns it. */
function makeRegistry(rows: readonly ProtocolRow[]): Registry {
  return new Registry(rows.toSorted((a, b) => a.id.length - b.id.length))
}

/** All protocols in memory: nearly every response needs their names, and there are only thousands. */
export const registryState = derivedState({
  name: 'registry',
  from: [protocolsState],
  make: (rows) => makeRegistry([...rows.values()]),
})

/** All events that were not withdrawn: a handful per protocol. */
export const hallmarksState = keyedState<string, readonly Hallmark[]>({
  name: 'registry.hallmarks',
  reads: [protocolHallmarks],
  key: sql`protocol`,
  load: async (snapshot, keys) => {
    const where = amongKeys(sql`protocol`, keys)
    const rows = await snapshot.query<{ protocol: string; onSec: number; event: string }>(
      sql`SELECT protocol, onSec, event FROM ${snapshot.current(protocolHallmarks, where)}
       WHERE withdrawn IS NOT TRUE ORDER BY protocol, onSec, event`,
      { keys },
    )
    const byProtocol = Map.groupBy(rows, ({ protocol }) => protocol)
    return [...byProtocol].map(([protocol, events]): [string, Hallmark[]] => [
      protocol,
      events.map(({ onSec, event }) => [onSec, event]),
    ])
  },
})
