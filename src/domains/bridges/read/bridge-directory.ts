import { derivedState, keyedState } from '../../../cache/state.ts'
import { notFound } from '../../../lib/errors.ts'
import { sql } from '../../../lib/sql.ts'
import { suggest } from '../../../lib/suggest.ts'
import type { RowOf } from '../../../store/fact.ts'
import { bridges } from '../facts.ts'

export type Bridge = Omit<RowOf<typeof bridges>, 'atSec'>

/** All bridges, found by number. */
export class BridgeDirectory {
  readonly #byId: ReadonlyMap<number, Bridge>

  constructor(byId: ReadonlyMap<number, Bridge>) {
    this.#byId = byId
  }

  get(id: number): Bridge {
    const bridge = this.#byId.get(id)
    if (bridge !== undefined) return bridge
    throw notFound(
      `No bridge has the number ${id}. GET /bridges lists them.`,
      suggest(
        String(id),
        [...this.#byId.keys()].map((known) => String(known)),
      ),
    )
  }

  /** One bridge, or without a number all, by number: sums are always added in this order. */
  list(id?: number): Bridge[] {
    return id === undefined ? [...this.#byId.values()] : [this.get(id)]
  }
}

const bridgesState = keyedState<number, Bridge>({
  name: 'bridges.bridges',
  reads: [bridges],
  key: sql`id`,
  load: async (snapshot, keys) => {
    const where = keys === 'all' ? sql`1` : sql`id IN {keys:Array(Int64)}`
    const rows = await snapshot.query<Bridge>(
      sql`SELECT * EXCEPT (quality, run, recordedAt) FROM ${snapshot.current(bridges, where)}`,
      { keys },
    )
    return rows.map((row): [number, Bridge] => [row.id, row])
  },
})

/** All bridges in memory: every response needs their names, and there are only dozens. */
export const bridgeDirectoryState = derivedState({
  name: 'bridges.directory',
  from: [bridgesState],
  make: (byId) => new BridgeDirectory(byId),
})

export const directoryStates = [bridgesState, bridgeDirectoryState]
