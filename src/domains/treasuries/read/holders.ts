import type { StateDefinition } from '../../../cache/states.ts'
import type { RowOf } from '../../../store/fact.ts'
import { familyOf, type Protocol, protocols, registryState } from '../../registry/public.ts'
import { ownTokens } from '../derive/own-tokens.ts'
import { treasuries } from '../facts.ts'

/** A holder with what the registry knows of it. */
export interface Holder {
  row: Omit<RowOf<typeof treasuries>, 'atSec'>
  /** The protocol whose treasury it is, if the registry has it; of a parent its children follow. */
  members: readonly Protocol[]
  /** Coin ids of the tokens it issued itself. */
  own: readonly string[]
  /** Id of its TVL records; none when that is a protocol's id, whose records they are then. */
  recordedAs: string | undefined
}

/** All holders in memory, by id: there are only hundreds. */
export const holdersState: StateDefinition<ReadonlyMap<string, Holder>> = {
  name: 'treasuries.holders',
  reads: [treasuries, protocols],
  build: async (snapshot, states) => {
    const registry = await states.get(registryState, snapshot)
    const rows = await snapshot.query<Holder['row']>(
      `SELECT * EXCEPT (quality, run, recordedAt) FROM ${snapshot.current(treasuries)} ORDER BY id`,
    )
    return new Map(
      rows.map((row) => {
        const protocol = row.protocol === null ? undefined : registry.byId(row.protocol)
        const members =
          protocol === undefined ? [] : [...new Set([protocol, ...familyOf(protocol, registry)])]
        const recordedAs = registry.byId(row.id) === undefined ? row.id : undefined
        return [row.id, { row, members, own: ownTokens(row, members), recordedAs }]
      }),
    )
  },
}
