import { derivedMap, keyedState } from '../../../cache/state.ts'
import { sql } from '../../../lib/sql.ts'
import type { RowOf } from '../../../store/fact.ts'
import { familyOf, type Protocol, registryState } from '../../registry/public.ts'
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

const holderRowsState = keyedState<string, Holder['row']>({
  name: 'treasuries.holderRows',
  reads: [treasuries],
  key: sql`id`,
  load: async (snapshot, keys) => {
    const where = keys === 'all' ? sql`1` : sql`id IN {keys:Array(String)}`
    const rows = await snapshot.query<Holder['row']>(
      sql`SELECT * EXCEPT (quality, run, recordedAt) FROM ${snapshot.current(treasuries, where)}`,
      { keys },
    )
    return rows.map((row): [string, Holder['row']] => [row.id, row])
  },
})

/** All holders, by id: there are only hundreds. */
export const holdersState = derivedMap({
  name: 'treasuries.holders',
  from: holderRowsState,
  with: [registryState],
  make: (row, id, registry): Holder => {
    const protocol = row.protocol === null ? undefined : registry.byId(row.protocol)
    const members =
      protocol === undefined ? [] : [...new Set([protocol, ...familyOf(protocol, registry)])]
    const recordedAs = registry.byId(id) === undefined ? id : undefined
    return { row, members, own: ownTokens(row, members), recordedAs }
  },
})

export const holderStates = [holderRowsState, holdersState]
