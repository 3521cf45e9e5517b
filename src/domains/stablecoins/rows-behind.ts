import type { RowFilters, RowsBehind } from '../../http/provenance.ts'
import type { RequestContext } from '../../http/route.ts'
import { coinRows, priceTableState } from '../coins/public.ts'
import { pegCurrency } from './derive/usd-rate.ts'
import { type Assets, readAssets } from './read/assets.ts'
import { coinOf, type Stablecoin } from './read/coins.ts'
import { getAsset, getChainKey } from './routes/named.ts'

/** Operations whose response is about one stablecoin when they are requested one. */
const OF_ONE = new Set([
  'stablecoins.getAsset',
  'stablecoins.getChartAll',
  'stablecoins.getChartByChain',
])

export const stablecoinRowsBehind: RowsBehind = async ({ operation, values }, context) => {
  const assets = await readAssets(context)
  const number = (values.asset ?? values.stablecoin) as number | undefined
  const chosen =
    number === undefined || !OF_ONE.has(operation)
      ? [...assets.byId.values()].map(({ about }) => about)
      : [getAsset(assets, number).about]
  return assetRows(chosen, chainKey(assets, values.chain), context)
}

/** Descriptions, supplies, prices and exchange rates of some stablecoins, on one chain or all. */
export async function assetRows(
  described: readonly Stablecoin[],
  chain: string | undefined,
  { snapshot, states }: Pick<RequestContext, 'snapshot' | 'states'>,
): Promise<RowFilters> {
  const ids = described.map(({ id }) => id)
  const coins = described.flatMap((stablecoin) => coinOf(stablecoin) ?? [])
  const currencies = described.flatMap(({ pegType }) => pegCurrency(pegType) ?? [])
  const onChain = chain === undefined ? {} : { chain: [chain] }
  return {
    ...coinRows(coins, await states.get(priceTableState, snapshot)),
    stablecoins: { columns: { id: ids } },
    stablecoin_supply: { columns: { asset: ids, ...onChain } },
    stablecoin_bridged: { columns: { asset: ids, ...onChain } },
    fx_rates: { columns: { currency: [...new Set(currencies)].filter((one) => one !== 'USD') } },
  }
}

function chainKey(assets: Assets, chain: unknown): string | undefined {
  return typeof chain === 'string' ? getChainKey(assets, chain) : undefined
}
