import Type from 'typebox'
import { nullableText } from '../../../http/described.ts'
import { namedShape, nullable } from '../../../http/schemas.ts'
import { chains } from '../../registry/public.ts'
import { type ChainTotal, chainTotals } from '../derive/chain-totals.ts'
import type { Assets } from '../read/assets.ts'
import { listPresentPlaces } from '../read/places.ts'
import { unitsSchema, usdSchema } from './balances.ts'

export const chainSchema = namedShape('StablecoinChain', {
  name: Type.String({ description: 'Display name of the chain' }),
  aggregator_id: nullable(Type.String({ description: 'Of the token that pays for gas' })),
  tokenSymbol: nullableText('Symbol of the token that pays for gas'),
  totalCirculating: unitsSchema('What circulates'),
  totalCirculatingUSD: usdSchema('What circulates'),
})

export const chainExample = {
  name: 'Ethereum',
  aggregator_id: 'ethereum',
  tokenSymbol: 'ETH',
  totalCirculating: { peggedUSD: 80_000_000_000 },
  totalCirculatingUSD: { peggedUSD: 79_990_000_000 },
}

/** What stands on each chain at present: the last points of the charts of the chains. */
export function listChainItems(assets: Assets) {
  return chainTotals(listPresentPlaces(assets)).map(toItem)
}

function toItem({ chain: key, circulating, circulatingUsd }: ChainTotal) {
  const chain = chains.byKey(key)
  return {
    name: chains.nameOf(key),
    aggregator_id: chain?.aggregatorId ?? null,
    tokenSymbol: chain?.gasToken ?? null,
    totalCirculating: circulating,
    totalCirculatingUSD: circulatingUsd,
  }
}
