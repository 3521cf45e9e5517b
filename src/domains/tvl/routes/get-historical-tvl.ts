import Type from 'typebox'
import { unixDay } from '../../../http/described.ts'
import {
  flag,
  optionalStartTime,
  optionalUnixTime,
  type Parameter,
} from '../../../http/parameters.ts'
import { defineRoute } from '../../../http/route.ts'
import { mapOf, shape } from '../../../http/schemas.ts'
import { at } from '../../../lib/at.ts'
import { chains, protocols } from '../../registry/public.ts'
import { tvlRecords } from '../facts.ts'
import { readChainHistory } from '../read/place-records.ts'
import { seriesCoverageHeader, withNewestCoverage } from './coverage.ts'

/** `undefined` when the caller leaves the choice to the root. */
const breakdown: Parameter<boolean | undefined> = {
  ...flag(
    '`true`: an object by chain; `false`: one number. Absent: a number on the free root, an object on pro.',
  ),
  parse: (value, name) =>
    value === undefined || value === '' ? undefined : flag('').parse(value, name),
}

export const getHistoricalTvl = defineRoute({
  id: 'tvl.getHistoricalTvl',
  summary: 'TVL of all chains over time',
  describe:
    'One point a day at 00:00 UTC, by the rules of /v2/chains. The chains add up to the total.',
  paths: { free: '/v2/historicalChainTvl', pro: '/api/v2/historicalChainTvl' },
  query: {
    breakdown,
    start: optionalStartTime('Earliest day, Unix seconds.'),
    end: optionalUnixTime('Latest day, Unix seconds.'),
  },
  headers: seriesCoverageHeader,
  response: Type.Array(
    shape({
      date: unixDay(),
      tvl: Type.Union([Type.Number(), mapOf(Type.Number(), 'USD by chain')], {
        description: 'US dollars, or US dollars by chain as asked',
      }),
    }),
  ),
  example: [{ date: 1_760_054_400, tvl: 98_000_000_000 }],
  table: '[]<date>.tvl{chain}=tvl',
  series: { rule: 'last' },
  reads: [protocols, tvlRecords],
  handler: async ({ query }, { snapshot, states, root, clientShapes }) => {
    const history = await readChainHistory({ snapshot, states })
    const byDate = new Map<number, Record<string, number>>()
    for (const [key, series] of history) {
      series.datesSec.forEach((date, index) => {
        if (date < (query.start ?? 0) || date > (query.end ?? Number.POSITIVE_INFINITY)) return
        const day = byDate.getOrInsertComputed(date, () => ({}))
        day[chains.nameOf(key)] = at(series.tvlUsd, index)
      })
    }
    const asObject = query.breakdown ?? (root === 'pro' && !clientShapes)
    const sum = (day: Record<string, number>) =>
      Object.values(day).reduce((total, usd) => total + usd, 0)
    const points = [...byDate]
      .sort(([a], [b]) => a - b)
      .map(([date, day]) => ({ date, tvl: asObject ? day : sum(day) }))
    const newestDate = [...history.values()].reduce(
      (newest, { datesSec }) => Math.max(newest, datesSec.at(-1) ?? 0),
      0,
    )
    return withNewestCoverage(points, newestDate, { snapshot, states })
  },
})
