import { defineRoute, type Root, type Route } from '../../../../http/route.ts'
import { coverageHeader } from '../figures.ts'
import {
  dataTypeOf,
  excludeFlags,
  NOW_STEP_SEC,
  periodRule,
  protocolName,
  READS_WITH_METHODS,
} from '../parameters.ts'
import { exampleSummary, makeSummary, NO_NAMES, summarySchema } from './summary.ts'
import { dexsSummaryNames, optionsSummaryNames } from './summary-names.ts'

interface SummaryOperation {
  readonly id: string
  readonly summary: string
  readonly metric: string
  readonly paths: Partial<Record<Root, string>>
}

/** Summaries of metrics that have addresses of their own. */
const SUMMARIES: readonly SummaryOperation[] = [
  {
    id: 'getDexsSummary',
    summary: 'Volume of one exchange',
    metric: 'dexs',
    paths: { free: '/summary/dexs/{protocol}', pro: '/api/summary/dexs/{protocol}' },
  },
  {
    id: 'getOptionsSummary',
    summary: 'Volume of one options exchange',
    metric: 'options',
    paths: { free: '/summary/options/{protocol}', pro: '/api/summary/options/{protocol}' },
  },
  {
    id: 'getFeesSummary',
    summary: 'Fees and revenue of one protocol',
    metric: 'fees',
    paths: { free: '/summary/fees/{protocol}', pro: '/api/summary/fees/{protocol}' },
  },
  {
    id: 'getDerivativesSummary',
    summary: 'Volume of one derivatives exchange',
    metric: 'derivatives',
    paths: { pro: '/api/summary/derivatives/{protocol}' },
  },
]

export const summaryMetrics = SUMMARIES.map(
  ({ id, metric }) => [`dimensions.${id}`, metric] as const,
)

const NAMES = new Map([
  ['dexs', dexsSummaryNames],
  ['options', optionsSummaryNames],
])

/** Members that are charts, some of them of one metric alone. */
const CHARTS = [
  'totalDataChart',
  'totalDataChartBreakdown',
  'dailyVolume',
  'dailyPremiumVolume',
  'dailyNotionalVolume',
]

/** Protocols of the demo world that have the metric. */
const EXAMPLES = new Map([
  ['options', 'kestrel-options'],
  ['derivatives', 'laurel-perps'],
])

export const summaryRoutes: readonly Route[] = SUMMARIES.map(({ id, metric, ...declared }) => {
  const names = NAMES.get(metric) ?? NO_NAMES
  return defineRoute({
    ...declared,
    id: `dimensions.${id}`,
    describe:
      'Figures, charts by chain and version, and what is said of the protocol. A parent is the sum of its children.',
    params: { protocol: protocolName(EXAMPLES.get(metric)) },
    query: { ...excludeFlags, dataType: dataTypeOf(metric) },
    response: summarySchema(names),
    headers: coverageHeader,
    example: exampleSummary(names),
    table: 'totalDataChart[](date,value)',
    series: { rule: (request) => periodRule(request, metric), at: CHARTS },
    reads: READS_WITH_METHODS,
    nowStepSec: NOW_STEP_SEC,
    handler: ({ params, query }, context) =>
      makeSummary(context, { metric, protocol: params.protocol, ...query }, names),
  })
})
