import Type from 'typebox'
import { integer, number } from '../../../http/described.ts'
import { quote, text } from '../../../http/parameters.ts'
import { defineRoute } from '../../../http/route.ts'
import { nullable } from '../../../http/schemas.ts'
import { invalidParameter, notFound } from '../../../lib/errors.ts'
import { toSlug } from '../../../lib/slug.ts'
import { suggest } from '../../../lib/suggest.ts'
import { field, record } from '../../../records/record.ts'
import type { Snapshot } from '../../../store/snapshot.ts'
import { normalizeCoinId, tokens } from '../../registry/public.ts'
import { liquidityDays } from '../derive/liquidity-days.ts'
import { type CoinNames, coinsOfId, mostLiquid, tokensOfSlug } from '../derive/token-coins.ts'
import { liquidity } from '../facts.ts'
import { coinNamesState, readNewest, readSamples } from '../read.ts'

const MAX_LENGTH = 300

const known = (what: string) => nullable(number(what))
const dayRecord = record({
  date: field(integer('Unix seconds of 00:00 UTC'), 1_760_054_400, 'daySec'),
  liquidity: field(known('Tokens that lie in the pools, in whole tokens'), 1_000_000, 'tokens'),
  liquidityUsd: field(number('Value of everything in the pools, USD'), 2_050_000, 'usd'),
  volume24h: field(
    known('Volume of the pools that were measured that day, USD'),
    310_000,
    'volumeUsd',
  ),
  priceImpact1Percent: field(
    known('Size of the trade that moves the price by 1 %, USD'),
    5_100,
    'depth1PctUsd',
  ),
  priceImpact2Percent: field(
    known('Size of the trade that moves the price by 2 %, USD'),
    10_200,
    'depth2PctUsd',
  ),
  pools: field(integer('Pools that count'), 3),
  carriedPools: field(integer('Those of them that were not measured that day'), 1),
})

export const getHistory = defineRoute({
  id: 'liquidity.getHistory',
  operationId: 'getLiquidityHistory',
  summary: 'Liquidity of a token, day by day',
  describe:
    'What lies in the pools of a token, their volume, and the trades that move its price by 1 % and 2 %, summed over its pools, one item for each UTC day. A pool that was not measured keeps its liquidity and depth for up to seven days. Of several tokens with the same name the most liquid is meant.',
  paths: { pro: '/api/historicalLiquidity/{token}' },
  params: { token: text('Coin id, or slug of a token: its symbol or name, in any case.', 'usdt') },
  response: Type.Array(dayRecord.schema),
  example: [dayRecord.example],
  table: '[]',
  series: { rule: 'last', rules: { volume24h: 'sum' } },
  reads: [liquidity, tokens],
  handler: async ({ params }, { snapshot, states }) => {
    const names = await states.get(coinNamesState, snapshot)
    const coins = await findCoins(params.token.trim(), names, snapshot)
    return liquidityDays(await readSamples(snapshot, coins)).map(dayRecord.item)
  },
})

/** The coins that the path means (liquidity.md#token-slugs), or a 404 with near names. */
export async function findCoins(
  asked: string,
  names: CoinNames,
  snapshot: Snapshot,
): Promise<readonly string[]> {
  if (asked.length > MAX_LENGTH || asked.includes(','))
    throw invalidParameter('token', `must be one coin id or slug, not ${quote(asked)}.`)
  if (!asked.includes(':')) {
    const candidates = tokensOfSlug(names, toSlug(asked))
    if (candidates.length > 1)
      return mostLiquid(candidates, await readNewest(snapshot, candidates.flat()))
    if (candidates[0] !== undefined) return candidates[0]
    throw notFound(
      `No liquidity is recorded of a token called ${quote(asked)}.`,
      suggest(toSlug(asked), names.byName.keys()),
    )
  }
  const coin = normalizeCoinId(asked)
  if (coin === undefined)
    throw invalidParameter(
      'token',
      `must be a coin id such as ethereum:0x… or a slug such as usdt, not ${quote(asked)}.`,
    )
  const coins = coinsOfId(names, coin)
  if (coins.length > 0) return coins
  throw notFound(`No liquidity is recorded of ${quote(asked)}.`, suggest(coin, names.byCoin.keys()))
}
