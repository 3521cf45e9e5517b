import { type Parameter, text } from '../../../http/parameters.ts'
import { defineRoute, type RequestContext, type Route } from '../../../http/route.ts'
import { at } from '../../../lib/at.ts'
import { notFound } from '../../../lib/errors.ts'
import { toLookupKey } from '../../../lib/slug.ts'
import { suggest } from '../../../lib/suggest.ts'
import { chains, registryState } from '../../registry/public.ts'
import { allOracles, type ChartTotals, groupOf, namedGroups } from '../derive/chart-groups.ts'
import {
  type ChartKey,
  type Column,
  chainsOf,
  columnOf,
  columnsByChain,
  columnsByGroup,
  isShown,
} from '../derive/columns.ts'
import type { PlaceSum } from '../derive/group-totals.ts'
import { readCharts } from '../read/charts.ts'
import { CHART_READS } from '../read/newest.ts'
import { pairs, rowsByName } from './chart-points.ts'
import {
  breakdownSchema,
  CHART_DESCRIBE,
  chartQuery,
  pointsExample,
  pointsSchema,
} from './chart-shapes.ts'

const chain = text('Chain: name, slug, key, chain id or alias, in any case.', 'Ethereum')
const oracle = text('Name of the oracle, in any case, with spaces or dashes.', 'Beacon Feeds')
const original = text('Slug of the original, a protocol or a parent.', 'indigo-swap')

interface Asked {
  readonly totals: Required<ChartTotals>
  readonly key: ChartKey
  /** What the path names. */
  readonly params: Readonly<Record<string, string>>
  readonly context: RequestContext
}

interface Chart {
  readonly id: string
  readonly summary: string
  readonly describe: string
  readonly path: string
  readonly params?: Readonly<Record<string, Parameter<string>>>
  /** What its columns are, with an example of their names; absent: it has one column. */
  readonly by?: { readonly names: string; readonly example: readonly [string, string] }
  columns(asked: Asked): Column[] | Promise<Column[]>
}

const byChain = { names: 'chain', example: ['Ethereum', 'Base'] } as const
const byOracle = { names: 'oracle', example: ['Beacon Feeds', 'Plumb Line'] } as const
const byOriginal = { names: 'fork', example: ['Harbor Swap', 'Cedar Lend'] } as const

const ORACLE_CHARTS: readonly Chart[] = [
  {
    id: 'getOracleChart',
    summary: 'TVL secured by any oracle over time',
    describe: 'Every protocol that a primary oracle or an aggregator secures counts once.',
    path: '/oracle',
    columns: (asked) => [columnOf(allOracles(asked.totals), isWanted(asked))],
  },
  {
    id: 'getOracleChainBreakdown',
    summary: 'TVL secured by any oracle over time, by chain',
    describe:
      'Each protocol counts once on each of its chains, so the chains add up to /api/v2/chart/oracle.',
    path: '/oracle/chain-breakdown',
    by: byChain,
    columns: ({ totals, key }) => columnsByChain(allOracles(totals), key, nameOf),
  },
  {
    id: 'getOracleProtocolBreakdown',
    summary: 'TVL secured over time, by oracle',
    describe:
      'A protocol with two primary oracles counts for both, so the oracles may add up to more than the total.',
    path: '/oracle/protocol-breakdown',
    by: byOracle,
    columns: (asked) => columnsByGroup(namedGroups(asked.totals, 'oracles'), isWanted(asked)),
  },
  {
    id: 'getOracleProtocolChart',
    summary: 'TVL secured by one oracle over time',
    describe:
      'All of what it is the primary oracle of, and its part of what an aggregator it belongs to secures.',
    path: '/oracle/protocol/{protocol}',
    params: { protocol: oracle },
    columns: (asked) => [columnOf(getOracle(asked), isWanted(asked))],
  },
  {
    id: 'getOracleProtocolChainBreakdown',
    summary: 'TVL secured by one oracle over time, by chain',
    describe: 'The chains add up to /api/v2/chart/oracle/protocol/{protocol}.',
    path: '/oracle/protocol/{protocol}/chain-breakdown',
    params: { protocol: oracle },
    by: byChain,
    columns: (asked) => columnsByChain(getOracle(asked), asked.key, nameOf),
  },
  {
    id: 'getOracleChainChart',
    summary: 'TVL secured by any oracle on one chain over time',
    describe: 'Every protocol that an oracle secures on the chain counts once.',
    path: '/oracle/chain/{chain}',
    params: { chain },
    columns: (asked) => [columnOf(allOracles(asked.totals), isWanted(asked))],
  },
  {
    id: 'getOracleChainProtocolBreakdown',
    summary: 'TVL secured on one chain over time, by oracle',
    describe: 'A protocol with two primary oracles counts for both.',
    path: '/oracle/chain/{chain}/protocol-breakdown',
    params: { chain },
    by: byOracle,
    columns: (asked) => columnsByGroup(namedGroups(asked.totals, 'oracles'), isWanted(asked)),
  },
]

const FORK_CHARTS: readonly Chart[] = [
  {
    id: 'getForkProtocolBreakdown',
    summary: 'TVL of forks over time, by original',
    describe: 'For each original the TVL of the protocols that were forked from it directly.',
    path: '/fork/protocol-breakdown',
    by: byOriginal,
    columns: (asked) => columnsByGroup(namedGroups(asked.totals, 'forks'), isWanted(asked)),
  },
  {
    id: 'getForkProtocolChart',
    summary: 'TVL of all forks of a protocol over time',
    describe:
      'The TVL of the protocols that were forked from it directly; of a parent those forked from it or any of its children, each once.',
    path: '/fork/protocol/{protocol}',
    params: { protocol: original },
    columns: async (asked) => [columnOf(await getForks(asked), isWanted(asked))],
  },
]

export const chartRoutes: readonly Route[] = ORACLE_CHARTS.map(chartRoute)
export const forkChartRoutes: readonly Route[] = FORK_CHARTS.map(chartRoute)

function chartRoute({ id, summary, describe, path, params = {}, by, columns }: Chart): Route {
  const [first = '', second = ''] = by?.example ?? []
  return defineRoute({
    id: `attribution.${id}`,
    summary,
    describe: `${describe} ${CHART_DESCRIBE}`,
    paths: { pro: `/api/v2/chart${path}` },
    params,
    query: chartQuery,
    ...(by === undefined
      ? { response: pointsSchema, example: pointsExample, table: '[](timestamp,tvlUsd)' }
      : {
          response: breakdownSchema,
          example: [{ timestamp: 1_760_054_400, [first]: 1_000_000, [second]: 250_000 }],
          table: `[]<timestamp>{${by.names}}=tvlUsd`,
        }),
    series: { rule: 'last' },
    reads: CHART_READS,
    handler: async ({ params, query }, context) => {
      const { totals, range } = await readCharts(context, query)
      const made = await columns({ totals, key: query.key, params, context })
      return by === undefined ? pairs(at(made, 0), range) : rowsByName(made, range)
    },
  })
}

const nameOf = (key: string) => chains.nameOf(key)

/** Places of the section that was requested, on the chain that the path names. */
function isWanted({ totals, key, params }: Asked): (place: PlaceSum) => boolean {
  const wanted = params.chain === undefined ? undefined : getSecuredChain(params.chain, totals)
  return (place) => (wanted === undefined || place.chain === wanted) && isShown(place, key)
}

/** The oracle that the path names, in any case, with spaces or dashes; 404 when there is none. */
function getOracle({ totals, params: { protocol = '' } }: Asked) {
  const names = namedGroups(totals, 'oracles').map(({ name }) => name)
  const wanted = toLookupKey(protocol)
  const found =
    names.find((name) => name === protocol) ?? names.find((name) => toLookupKey(name) === wanted)
  if (found !== undefined) return groupOf(totals, 'oracles', found)
  throw notFound(
    `No oracle that secures value is called ${JSON.stringify(protocol.slice(0, 60))}. GET /api/v2/metrics/oracle lists them.`,
    suggest(protocol, names),
  )
}

/** The key of a chain (registry.md#chain-names); 404 when no oracle secures anything on it. */
function getSecuredChain(text: string, totals: ChartTotals): string {
  const known = chainsOf(allOracles(totals))
  const key = chains.getKey(text, known)
  if (!known.includes(key)) throw notFound(`No oracle secures value on ${chains.nameOf(key)}.`)
  return key
}

/** The forks of the protocol or parent that the path names; 404 when none was ever measured. */
async function getForks({ totals, params: { protocol = '' }, context }: Asked) {
  const registry = await context.states.get(registryState, context.snapshot)
  const named = registry.get(protocol)
  const forks = groupOf(totals, named.isParent ? 'forkFamilies' : 'forks', named.id)
  if (forks.daily.length + forks.newest.length === 0)
    throw notFound(`${named.name} has no fork with a TVL record.`)
  return forks
}
