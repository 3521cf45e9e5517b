import { integer, nullableText, string, usd } from '../../../http/described.ts'
import { sparkMember } from '../../../http/lists/spark.ts'
import { namedShape, nullable } from '../../../http/schemas.ts'
import { field, record } from '../../../records/record.ts'
import { chains } from '../../registry/public.ts'

export const chainRecord = record({
  aggregator_id: field(
    nullableText('Id of its token at the market-data aggregator'),
    'ethereum',
    'aggregatorId',
  ),
  tvl: field(usd(), 61_000_000_000),
  tokenSymbol: field(nullableText('Symbol of its gas token'), 'ETH', 'gasToken'),
  rankingSiteId: field(nullableText('Id of its token at the ranking site'), '1027'),
  name: field(string('Display name of the chain'), 'Ethereum'),
  chainId: field(nullable(integer('EVM chain id; null when it has none')), 1),
})

export const chainSchema = namedShape('Chain', {
  ...chainRecord.members,
  spark: sparkMember('TVL, US dollars'),
})

const UNKNOWN = { aggregatorId: null, gasToken: null, rankingSiteId: null, chainId: null }

export function chainItem(key: string, tvl: number) {
  return chainRecord.item({ ...UNKNOWN, ...chains.byKey(key), name: chains.nameOf(key), tvl })
}
