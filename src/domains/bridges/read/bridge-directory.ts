import { rowState, type TimelessRow } from '../../../cache/row-state.ts'
import { derivedState } from '../../../cache/state.ts'
import { notFound } from '../../../lib/errors.ts'
import { suggest } from '../../../lib/suggest.ts'
import { bridges } from '../facts.ts'

export type Bridge = TimelessRow<typeof bridges>

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

const bridgesState = rowState('bridges.bridges', bridges, 'id')

/** All bridges in memory: every response needs their names, and there are only dozens. */
export const bridgeDirectoryState = derivedState({
  name: 'bridges.directory',
  from: [bridgesState],
  make: (byId) => new BridgeDirectory(byId),
})
