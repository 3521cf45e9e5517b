import { nameIndex, type Searchable } from '../../http/searchable.ts'
import { bridgeDirectoryState } from './read/bridge-directory.ts'

export const bridgeSearch: Searchable = {
  kind: 'bridge',
  index: nameIndex('bridges.nameIndex', bridgeDirectoryState, (directory) =>
    directory.list().map(({ id, name, displayName, slug }) => ({
      id: String(id),
      texts: [displayName, name, slug],
    })),
  ),
  readHits: async ({ states, snapshot }) => {
    const directory = await states.get(bridgeDirectoryState, snapshot)
    const byId = new Map(directory.list().map((bridge) => [String(bridge.id), bridge]))
    return (id) => {
      const bridge = byId.get(id)
      if (bridge === undefined) return undefined
      // A bridge holds nothing that could be compared with the TVL of others.
      return {
        name: bridge.displayName,
        symbol: null,
        root: 'bridge',
        path: `/bridge/${id}`,
        sizeUsd: null,
      }
    }
  },
}
