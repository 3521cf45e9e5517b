import Type from 'typebox'
import { described, nullableText, number, string, usd } from '../../../http/described.ts'
import { text } from '../../../http/parameters.ts'
import { defineRoute } from '../../../http/route.ts'
import { nullable } from '../../../http/schemas.ts'
import { DAY_SEC } from '../../../lib/clock.ts'
import { field, record } from '../../../records/record.ts'
import { dominance } from '../derive/dominance.ts'
import { ASSET_FACTS, listLines, readAssets } from '../read/assets.ts'
import { coverageHeader, withCoverage } from '../read/coverage.ts'
import { dateText, usdSchema } from '../records.ts'
import { getChainKey, getLines, stablecoinFilter } from './named.ts'

const greatestRecord = record({
  aggregator_id: field(nullableText('Id at the market-data aggregator'), 'tether', 'aggregatorId'),
  symbol: field(string('Symbol of the token'), 'USDT'),
  mcap: field(usd(), 42_000_000_000, 'mcapUsd'),
})
const dominanceRecord = record({
  date: dateText,
  totalCirculatingUSD: field(
    usdSchema('What circulates'),
    { peggedUSD: 80_000_000_000, peggedEUR: 20_000_000 },
    'circulatingUsd',
  ),
  greatestMcap: field(
    nullable(
      described(
        greatestRecord.schema,
        'The stablecoin with the largest market cap there; null when none is known',
      ),
    ),
    greatestRecord.example,
  ),
  dominance: field(
    nullable(number('Share of greatestMcap in all stablecoins there, percent')),
    52.48,
    'sharePct',
  ),
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
  response: Type.Array(dominanceRecord.schema),
  example: [dominanceRecord.example],
  table: '[]<date,greatestMcap,dominance>*{pegType}',
  series: { rule: 'last' },
  reads: ASSET_FACTS,
  nowStepSec: DAY_SEC,
  handler: async ({ params, query }, context) => {
    const assets = await readAssets(context)
    const chain = getChainKey(assets, params.chain)
    const only =
      query.stablecoin === undefined ? undefined : getLines(assets, chain, query.stablecoin)[0]?.id
    const points = dominance(listLines(assets, chain), only).map(({ greatest, ...point }) => {
      const about = greatest === null ? undefined : assets.byId.get(greatest.id)?.about
      const greatestMcap =
        greatest === null || about === undefined
          ? null
          : greatestRecord.item({ ...about, mcapUsd: greatest.mcapUsd })
      return dominanceRecord.item({ ...point, greatestMcap })
    })
    // A share is one in all of them, whichever one is requested.
    return withCoverage(points, assets, { chain })
  },
})
