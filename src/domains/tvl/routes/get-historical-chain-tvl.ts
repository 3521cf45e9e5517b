import Type from 'typebox'
import { unixDay, usd } from '../../../http/described.ts'
import { optionalStartTime, optionalUnixTime, text } from '../../../http/parameters.ts'
import { defineRoute } from '../../../http/route.ts'
import { shape } from '../../../http/schemas.ts'
import { at } from '../../../lib/at.ts'
import { notFound } from '../../../lib/errors.ts'
import { toLookupKey } from '../../../lib/slug.ts'
import { chains, countsInChainTotals, protocols, registryState } from '../../registry/public.ts'
import { tvlCoverage } from '../derive/tvl-coverage.ts'
import { tvlRecords } from '../facts.ts'
import { type ChainHistory, readChainHistory } from '../read/chain-history.ts'
import { recentTvlState } from '../read/recent.ts'
import { seriesCoverageHeader, withCoverage } from './coverage.ts'

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
    if (points.at(-1)?.date !== series.datesSec.at(-1)) return points
    const counted = (await states.get(registryState, snapshot))
      .listChildren()
      .filter(countsInChainTotals)
    return withCoverage(
      points,
      tvlCoverage(counted, await states.get(recentTvlState, snapshot), key),
    )
  },
})

/** The series of a chain that a path names, or a 404. */
export function getChainSeries(history: ReadonlyMap<string, ChainHistory>, text: string) {
  const key = findKey(text, history.keys()) ?? chains.get(text).key
  const series = history.get(key)
  if (series === undefined) throw notFound(`${chains.nameOf(key)} has no TVL record.`)
  return { key, series }
}

/**
 * The chain's key; a chain that only the facts know, not the reference data, is found by its name
 * there in any spelling.
 */
function findKey(text: string, known: Iterable<string>): string | undefined {
  const wanted = toLookupKey(text)
  return chains.find(text)?.key ?? [...known].find((key) => toLookupKey(key) === wanted)
}
