import type { StateDefinition } from '../../../cache/states.ts'
import { notFound } from '../../../lib/errors.ts'
import { suggest } from '../../../lib/suggest.ts'
import type { RowOf } from '../../../store/fact.ts'
import { bridges } from '../facts.ts'

export type Bridge = Omit<RowOf<typeof bridges>, 'atSec'>

/** All bridges, found by number. */
export class BridgeDirectory {
  readonly #byId: ReadonlyMap<number, Bridge>

  constructor(rows: readonly Bridge[]) {
    this.#byId = new Map(rows.map((row) => [row.id, row]))
  }

  find(id: number): Bridge | undefined {
    return this.#byId.get(id)
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

  /** In order of their numbers: sums over bridges are always added in this order. */
  list(): Bridge[] {
    return [...this.#byId.values()]
  }

  /** One bridge, or without a number all of them. */
  listAsked(id: number | undefined): Bridge[] {
    return id === undefined ? this.list() : [this.get(id)]
  }
}

/** All bridges in memory: every answer needs their names, and there are only dozens. */
export const bridgeDirectoryState: StateDefinition<BridgeDirectory> = {
  name: 'bridges.directory',
  reads: [bridges],
  build: async (snapshot) =>
    new BridgeDirectory(
      await snapshot.query<Bridge>(
        `SELECT * EXCEPT (quality, run, recordedAt) FROM ${snapshot.current(bridges)} ORDER BY id`,
      ),
    ),
}
