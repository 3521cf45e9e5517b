import type { RowsBehind } from '../../http/provenance.ts'
import { coinRows, priceTableState } from '../coins/public.ts'
import { assetRows, assetSourcesState, coinOf } from '../stablecoins/public.ts'
import { getChainKey, readWorld } from './read/world.ts'

export const rwaRowsBehind: RowsBehind = async ({ values: { chain } }, context) => {
  const { snapshot, states } = context
  const world = await readWorld(context)
  const key = typeof chain === 'string' ? getChainKey(world, chain) : undefined
  const chosen = [...world.byAsset.values()].filter(
    ({ places }) => key === undefined || places.has(key),
  )
  const about = chosen.map((asset) => asset.about)
  const asset = about.map(({ id }) => id)
  const columns = key === undefined ? { asset } : { asset, chain: [key] }
  const { described } = await states.get(assetSourcesState, snapshot)
  const linked = about.flatMap(({ stablecoinId }) => described.get(stablecoinId ?? '') ?? [])
  const pegged = await assetRows(linked, key, context)
  const own = coinRows(
    [...about, ...linked].flatMap((one) => coinOf(one) ?? []),
    await states.get(priceTableState, snapshot),
  )
  return {
    ...pegged,
    ...own,
    rwa_assets: { columns: { id: asset } },
    rwa_supply: { columns },
    rwa_excluded: { columns },
    rwa_positions: { columns },
  }
}
