import Type from 'typebox'
import { described, nullableText, usd } from '../../../http/described.ts'
import { text } from '../../../http/parameters.ts'
import { defineRoute } from '../../../http/route.ts'
import { nullable, shape } from '../../../http/schemas.ts'
import { DAY_SEC } from '../../../lib/clock.ts'
import { dominance } from '../derive/dominance.ts'
import { ASSET_FACTS, readAssets } from '../read/assets.ts'
import { listLines } from '../read/lines.ts'
import { usdSchema } from './balances.ts'
import { coverageHeader, withCoverage } from './coverage.ts'
import { getChainKey, getLines, stablecoinFilter } from './named.ts'

const greatestSchema = shape({
  aggregator_id: nullableText('Id at the market-data aggregator'),
  symbol: Type.String({ description: 'Symbol of the token' }),
  mcap: usd(),
})

export const getDominance = defineRoute({
  id: 'stablecoins.getDominance',
  operationId: 'getStablecoinDominance',
  summary: 'The largest stablecoin of a chain over time',
  describe:
    'One point a day: the value of the stablecoins on the chain, the one worth most, and its share in percent. With `stablecoin` the points are about that one; its share is still one in all of them. The chain `all` stands for all chains together.',
  paths: { pro: '/stablecoins/stablecoindominance/{chain}' },
  params: {
    chain: text('Chain: name, slug, key, chain id or alias, in any case; or `all`.', 'Ethereum'),
  },
  query: { stablecoin: stablecoinFilter() },
  headers: coverageHeader,
  response: Type.Array(
    shape({
      date: Type.String({ description: 'Midnight UTC of the day, Unix seconds as text' }),
      totalCirculatingUSD: usdSchema('What circulates'),
      greatestMcap: nullable(
        described(
          greatestSchema,
          'The stablecoin with the largest market cap there; null when none is known',
        ),
      ),
      dominance: nullable(
        Type.Number({ description: 'Share of greatestMcap in all stablecoins there, percent' }),
      ),
    }),
  ),
  example: [
    {
      date: '1760054400',
      totalCirculatingUSD: { peggedUSD: 80_000_000_000, peggedEUR: 20_000_000 },
      greatestMcap: { aggregator_id: 'tether', symbol: 'USDT', mcap: 42_000_000_000 },
      dominance: 52.48,
    },
  ],
  table: '[]<date,greatestMcap,dominance>*{pegType}',
  series: { rule: 'last' },
  reads: ASSET_FACTS,
  nowStepSec: DAY_SEC,
  handler: async ({ params, query }, context) => {
    const assets = await readAssets(context)
    const chain = getChainKey(assets, params.chain)
    const only =
      query.stablecoin === undefined ? undefined : getLines(assets, chain, query.stablecoin)[0]?.id
    const points = dominance(listLines(assets, chain), only).map(
      ({ day, circulatingUsd, greatest, sharePct }) => {
        const about = greatest === null ? undefined : assets.byId.get(greatest.id)?.about
        return {
          date: String(day * DAY_SEC),
          totalCirculatingUSD: circulatingUsd,
          greatestMcap:
            greatest === null || about === undefined
              ? null
              : { aggregator_id: about.aggregatorId, symbol: about.symbol, mcap: greatest.mcapUsd },
          dominance: sharePct,
        }
      },
    )
    // A share is one in all of them, whichever one is asked for.
    return withCoverage(points, assets, { chain })
  },
})
