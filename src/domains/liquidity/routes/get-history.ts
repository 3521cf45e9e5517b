import Type from 'typebox'
import { integer, number } from '../../../http/described.ts'
import { quote, text } from '../../../http/parameters.ts'
import { defineRoute } from '../../../http/route.ts'
import { nullable, shape } from '../../../http/schemas.ts'
import { invalidParameter, notFound } from '../../../lib/errors.ts'
import { toSlug } from '../../../lib/slug.ts'
import { suggest } from '../../../lib/suggest.ts'
import type { Snapshot } from '../../../store/snapshot.ts'
import { normalizeCoinId, tokens } from '../../registry/public.ts'
import { liquidityDays } from '../derive/liquidity-days.ts'
import { type CoinNames, coinsOfId, mostLiquid, tokensOfSlug } from '../derive/token-coins.ts'
import { liquidity } from '../facts.ts'
import { coinNamesState, readNewest, readSamples } from '../read.ts'

const MAX_LENGTH = 300
const usd = (what: string) => nullable(number(what))

export const getHistory = defineRoute({
  id: 'liquidity.getHistory',
  operationId: 'getLiquidityHistory',
  summary: 'Liquidity of a token, day by day',
  describe:
    'What lies in the pools of a token, their volume, and the trades that move its price by 1 % and 2 %, summed over its pools, one item for each UTC day. A pool that was not measured keeps its liquidity and depth for up to seven days. Of several tokens with the same name the most liquid is meant.',
  paths: { pro: '/api/historicalLiquidity/{token}' },
  params: { token: text('Coin id, or slug of a token: its symbol or name, in any case.', 'usdt') },
  response: Type.Array(
    shape({
      date: integer('Unix seconds of 00:00 UTC'),
      liquidity: usd('Tokens that lie in the pools, in whole tokens'),
      liquidityUsd: number('Value of everything in the pools, USD'),
      volume24h: usd('Volume of the pools that were measured that day, USD'),
      priceImpact1Percent: usd('Size of the trade that moves the price by 1 %, USD'),
      priceImpact2Percent: usd('Size of the trade that moves the price by 2 %, USD'),
      pools: integer('Pools that count'),
      carriedPools: integer('Those of them that were not measured that day'),
    }),
  ),
  example: [
    {
      date: 1_760_054_400,
      liquidity: 1_000_000,
      liquidityUsd: 2_050_000,
      volume24h: 310_000,
      priceImpact1Percent: 5_100,
      priceImpact2Percent: 10_200,
      pools: 3,
      carriedPools: 1,
    },
  ],
  table: '[]',
  series: { rule: 'last', rules: { volume24h: 'sum' } },
  reads: [liquidity, tokens],
  handler: async ({ params }, { snapshot, states }) => {
    const names = await states.get(coinNamesState, snapshot)
    const coins = await findCoins(params.token.trim(), names, snapshot)
    const days = liquidityDays(await readSamples(snapshot, coins))
    return days.map((day) => ({
      date: day.daySec,
      liquidity: day.tokens,
      liquidityUsd: day.usd,
      volume24h: day.volumeUsd,
      priceImpact1Percent: day.depth1PctUsd,
      priceImpact2Percent: day.depth2PctUsd,
      pools: day.pools,
      carriedPools: day.carriedPools,
    }))
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
