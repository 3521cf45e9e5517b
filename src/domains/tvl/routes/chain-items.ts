import Type from 'typebox'
import { nullable, shape } from '../../../http/schemas.ts'
import { chains } from '../../registry/public.ts'

export const chainSchema = shape({
  aggregator_id: nullable(Type.String()),
  tvl: Type.Number({ description: 'USD' }),
  tokenSymbol: nullable(Type.String()),
  rankingSiteId: nullable(Type.String()),
  name: Type.String(),
  chainId: nullable(Type.Integer()),
})

export function chainItem(key: string, tvl: number) {
  const chain = chains.byKey(key)
  return {
    aggregator_id: chain?.aggregatorId ?? null,
    tvl,
    tokenSymbol: chain?.gasToken ?? null,
    rankingSiteId: chain?.rankingSiteId ?? null,
    name: chains.nameOf(key),
    chainId: chain?.chainId ?? null,
  }
}
