import { minFilter, nameFilter } from '../../../../http/lists/filter.ts'
import { someOf } from '../../../../http/parameters.ts'
import { defineRoute, type Root, type Route } from '../../../../http/route.ts'
import { coverageHeader } from '../figures.ts'
import {
  chainName,
  chartRange,
  dataTypeOf,
  excludeFlags,
  NOW_STEP_SEC,
  periodRule,
  READS_WITH_METHODS,
} from '../parameters.ts'
import { exampleOverview, makeOverview, NO_NAMES, overviewSchema } from './overview.ts'
import { dexsOverviewNames, feesOverviewNames, optionsOverviewNames } from './overview-names.ts'

interface OverviewOperation {
  readonly id: string
  readonly summary: string
  readonly describe: string
  readonly metric: string
  readonly paths: Partial<Record<Root, string>>
}

const COUNTED =
  'Totals leave out double-counted protocols. D is the last complete UTC day; a protocol that is late for D counts with the day before.'
const ON_ONE_CHAIN = `What the overview says of one chain. ${COUNTED}`

/** Overviews of metrics that have addresses of their own. */
const OVERVIEWS: readonly OverviewOperation[] = [
  {
    id: 'getDexsOverview',
    summary: 'Volume of all exchanges',
    describe: COUNTED,
    metric: 'dexs',
    paths: { free: '/overview/dexs', pro: '/api/overview/dexs' },
  },
  {
    id: 'getDexsChainOverview',
    summary: 'Volume of the exchanges on one chain',
    describe: ON_ONE_CHAIN,
    metric: 'dexs',
    paths: { free: '/overview/dexs/{chain}', pro: '/api/overview/dexs/{chain}' },
  },
  {
    id: 'getOptionsOverview',
    summary: 'Volume of all options exchanges',
    describe: `Notional volume unless premiums are asked for. ${COUNTED}`,
    metric: 'options',
    paths: { free: '/overview/options', pro: '/api/overview/options' },
  },
  {
    id: 'getOptionsChainOverview',
    summary: 'Volume of the options exchanges on one chain',
    describe: ON_ONE_CHAIN,
    metric: 'options',
    paths: { free: '/overview/options/{chain}', pro: '/api/overview/options/{chain}' },
  },
  {
    id: 'getFeesOverview',
    summary: 'Fees and revenue of all protocols',
    describe: `Chains have rows of their own and are not part of the totals. What was not reported but follows from other figures is derived, and the methodology says so. ${COUNTED}`,
    metric: 'fees',
    paths: { free: '/overview/fees', pro: '/api/overview/fees' },
  },
  {
    id: 'getFeesChainOverview',
    summary: 'Fees and revenue on one chain',
    describe: ON_ONE_CHAIN,
    metric: 'fees',
    paths: { free: '/overview/fees/{chain}', pro: '/api/overview/fees/{chain}' },
  },
  {
    id: 'getOpenInterestOverview',
    summary: 'Open interest of all exchanges',
    describe:
      'A level, not a flow: total24h is the end of the day, longer windows are averages, there is no total of all time.',
    metric: 'open-interest',
    paths: { free: '/overview/open-interest', pro: '/api/overview/open-interest' },
  },
  {
    id: 'getDerivativesOverview',
    summary: 'Volume of all derivatives exchanges',
    describe: COUNTED,
    metric: 'derivatives',
    paths: { pro: '/api/overview/derivatives' },
  },
]

export const overviewMetrics = OVERVIEWS.map(
  ({ id, metric }) => [`dimensions.${id}`, metric] as const,
)

const NAMES = new Map([
  ['dexs', dexsOverviewNames],
  ['fees', feesOverviewNames],
  ['options', optionsOverviewNames],
])

/** Members that are charts; `chart` is of exchanges alone. */
const CHARTS = ['totalDataChart', 'totalDataChartBreakdown', 'chart']

const include = someOf(
  'Further members of each protocol: `lastDay`, the day that `total24h` is of.',
  ['lastDay'],
)

/** Categories that have the metric in the demo world. */
const CATEGORIES = new Map([
  ['options', 'Options'],
  ['derivatives', 'Derivatives'],
  ['open-interest', 'Derivatives'],
])

function rowFilters(metric: string) {
  const category = CATEGORIES.get(metric) ?? 'Dexs'
  return {
    category: nameFilter('category', 'Only protocols of these categories', category),
    minTotal24h: minFilter(
      'total24h',
      'Only protocols with at least so much in 24 hours, US dollars',
      1,
    ),
  }
}

export const overviewRoutes: readonly Route[] = OVERVIEWS.map(({ id, metric, ...declared }) => {
  const names = NAMES.get(metric) ?? NO_NAMES
  const isOfChain = declared.paths.pro?.endsWith('{chain}') ?? false
  const example = exampleOverview(names)
  return defineRoute({
    ...declared,
    id: `dimensions.${id}`,
    params: isOfChain ? { chain: chainName } : {},
    query: { ...excludeFlags, dataType: dataTypeOf(metric), ...chartRange, include },
    response: overviewSchema(names),
    headers: coverageHeader,
    example: isOfChain ? { ...example, chain: 'Ethereum' } : example,
    table: 'protocols[]',
    series: { rule: (request) => periodRule(request, metric), at: CHARTS },
    list: { filters: rowFilters(metric), onRequest: { lastDay: 'include' } },
    reads: READS_WITH_METHODS,
    nowStepSec: NOW_STEP_SEC,
    handler: ({ params, query }, context) =>
      makeOverview(context, { metric, chain: params.chain, ...query }, names),
  })
})
