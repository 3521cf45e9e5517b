import Type from 'typebox'
import { nullableText, usd } from '../../../http/described.ts'
import { sparkMember } from '../../../http/lists/spark.ts'
import { namedShape, nullable } from '../../../http/schemas.ts'
import { chains } from '../../registry/public.ts'

export const chainSchema = namedShape('Chain', {
  aggregator_id: nullableText('Id of its token at the market-data aggregator'),
  tvl: usd(),
  tokenSymbol: nullableText('Symbol of its gas token'),
  rankingSiteId: nullableText('Id of its token at the ranking site'),
  name: Type.String({ description: 'Display name of the chain' }),
  chainId: nullable(Type.Integer({ description: 'EVM chain id; null when it has none' })),
  spark: sparkMember('TVL, US dollars'),
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
