import type { StateDefinition } from '../../cache/states.ts'
import { protocolHallmarks, protocols } from './facts.ts'
import type { Hallmark, Hallmarks } from './hallmarks.ts'
import { type ProtocolRow, Registry } from './registry.ts'

/** All protocols in memory: every answer needs their names, and there are only thousands. */
export const registryState: StateDefinition<Registry> = {
  name: 'registry',
  reads: [protocols],
  build: async (snapshot) => {
    const rows = await snapshot.query<ProtocolRow>(
      `SELECT * EXCEPT (quality, run, recordedAt) FROM ${snapshot.current(protocols)} ORDER BY length(id), id`,
    )
    return new Registry(rows)
  },
}

/** All events that were not taken back: a handful per protocol. */
export const hallmarksState: StateDefinition<Hallmarks> = {
  name: 'registry.hallmarks',
  reads: [protocolHallmarks],
  build: async (snapshot) => {
    const rows = await snapshot.query<{
      protocol: string
      onSec: number
      event: string
      withdrawn: boolean | null
    }>(`SELECT protocol, onSec, event, withdrawn FROM ${snapshot.current(protocolHallmarks)}`)
    const byProtocol = new Map<string, Hallmark[]>()
    for (const { protocol, onSec, event, withdrawn } of rows) {
      if (withdrawn === true) continue
      const known = byProtocol.get(protocol)
      if (known === undefined) byProtocol.set(protocol, [[onSec, event]])
      else known.push([onSec, event])
    }
    return byProtocol
  },
}
