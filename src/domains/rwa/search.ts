import { nameIndex, type Searchable } from '../../http/searchable.ts'
import { rwaAssetsState } from './read/histories.ts'
import { listPresent, readWorld } from './read/world.ts'

export const assetSearch: Searchable = {
  kind: 'realWorldAsset',
  index: nameIndex('rwa.nameIndex', rwaAssetsState, (assets) =>
    [...assets.values()].map(({ id, ticker, assetName, issuer, isin }) => ({
      id,
      texts: [assetName, ticker, id, issuer, isin],
    })),
  ),
  readHits: async (context) => {
    const assets = await context.states.get(rwaAssetsState, context.snapshot)
    const present = new Map(
      listPresent(await readWorld(context)).map(({ about, onChainUsd }) => [about.id, onChainUsd]),
    )
    return (id) => {
      const asset = assets.get(id)
      if (asset === undefined) return undefined
      return {
        name: asset.assetName ?? asset.ticker,
        symbol: asset.ticker,
        root: 'pro',
        path: '/rwa/current',
        sizeUsd: present.get(id) ?? null,
      }
    }
  },
}
