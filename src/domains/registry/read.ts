import type { StateDefinition } from '../../cache/states.ts'
import { current } from '../../store/store.ts'
import { protocols } from './facts.ts'
import { type ProtocolRow, Registry } from './registry.ts'

/** All protocols in memory: every answer needs their names, and there are only thousands. */
export const registryState: StateDefinition<Registry> = {
  name: 'registry',
  reads: [protocols],
  build: async (snapshot) => {
    const rows = await snapshot.query<ProtocolRow>(
      `SELECT * EXCEPT (quality, run, recordedAt) FROM ${current(protocols)} ORDER BY length(id), id`,
    )
    return new Registry(rows)
  },
}
