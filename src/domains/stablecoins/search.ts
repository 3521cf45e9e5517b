import { nameIndex, type Searchable } from '../../http/searchable.ts'
import { currentByChain } from './derive/asset-figures.ts'
import { readAssets } from './read/assets.ts'
import { stablecoinsState } from './read/coins.ts'

export const stablecoinSearch: Searchable = {
  kind: 'stablecoin',
  index: nameIndex('stablecoins.nameIndex', stablecoinsState, (described) =>
    [...described.values()].map(({ id, name, symbol }) => ({ id, texts: [name, symbol] })),
  ),
  readHits: async (context) => {
    const { byId, present } = await readAssets(context)
    return (id) => {
      const asset = byId.get(id)
      if (asset === undefined) return undefined
      const current = currentByChain(asset.history, present).flatMap(
        ([, place]) => place.current ?? [],
      )
      const valueUsd = current.reduce((sum, units) => sum + units, 0) * asset.usdRate
      return {
        name: asset.about.name,
        symbol: asset.about.symbol,
        root: 'free',
        path: `/stablecoin/${id}`,
        sizeUsd: current.length === 0 || Number.isNaN(valueUsd) ? null : valueUsd,
      }
    }
  },
}
