import Type from 'typebox'
import { unixDay, usd } from '../../../http/described.ts'
import { optionalStartTime, optionalUnixTime, text } from '../../../http/parameters.ts'
import { defineRoute } from '../../../http/route.ts'
import { shape } from '../../../http/schemas.ts'
import { at } from '../../../lib/at.ts'
import { notFound } from '../../../lib/errors.ts'
import { chains, protocols } from '../../registry/public.ts'
import { tvlRecords } from '../facts.ts'
import { type ChainHistory, readChainHistory } from '../read/place-records.ts'
import { seriesCoverageHeader, withNewestCoverage } from './coverage.ts'

export const getHistoricalChainTvl = defineRoute({
  id: 'tvl.getHistoricalChainTvl',
  summary: 'TVL of a chain over time',
  describe: 'One point a day at 00:00 UTC, by the rules of /v2/chains.',
  paths: { free: '/v2/historicalChainTvl/{chain}', pro: '/api/v2/historicalChainTvl/{chain}' },
  params: { chain: text('Chain: name, slug, key, chain id or alias, in any case.', 'Ethereum') },
  query: {
    start: optionalStartTime('Earliest day, Unix seconds.'),
    end: optionalUnixTime('Latest day, Unix seconds.'),
  },
  headers: seriesCoverageHeader,
  response: Type.Array(shape({ date: unixDay(), tvl: usd() })),
  example: [{ date: 1_760_054_400, tvl: 61_000_000_000 }],
  table: '[]',
  series: { rule: 'last' },
  reads: [protocols, tvlRecords],
  handler: async ({ params, query }, { snapshot, states }) => {
    const { key, series } = getChainSeries(
      await readChainHistory({ snapshot, states }),
      params.chain,
    )
    const points = series.datesSec
      .map((date, index) => ({ date, tvl: at(series.tvlUsd, index) }))
      .filter(
        ({ date }) => date >= (query.start ?? 0) && date <= (query.end ?? Number.POSITIVE_INFINITY),
      )
    return withNewestCoverage(points, series.datesSec.at(-1), { snapshot, states }, key)
  },
})

/** The series of a chain that a path names, or a 404. */
export function getChainSeries(history: ReadonlyMap<string, ChainHistory>, text: string) {
  const key = chains.getKey(text, history.keys())
  const series = history.get(key)
  if (series === undefined) throw notFound(`${chains.nameOf(key)} has no TVL record.`)
  return { key, series }
}
