import type { ChartName } from './metric-charts.ts'

/** An operation on any metric. Its path names what it is narrowed to. */
export interface MetricOperation {
  readonly id: string
  readonly summary: string
  readonly describe: string
  readonly path: string
  readonly shows: ChartName | 'totals' | 'protocolTotals'
}

const POINTS =
  'One point a day up to the last complete one; a day without any record has no point, and nothing is filled.'
const PARTS =
  'The parts of a day add up to the point of the chart; a part without a record that day is left out.'

/** Totals and charts of any metric: a new one is a row here. */
export const METRIC_OPERATIONS: readonly MetricOperation[] = [
  {
    id: 'getMetric',
    summary: 'Totals of a metric',
    describe: 'All windows and changes over all protocols that count, without charts.',
    path: '/api/v2/metrics/{metric}',
    shows: 'totals',
  },
  {
    id: 'getMetricChain',
    summary: 'Totals of a metric on one chain',
    describe: 'All windows and changes of what lies on one chain.',
    path: '/api/v2/metrics/{metric}/chain/{chain}',
    shows: 'totals',
  },
  {
    id: 'getMetricCategory',
    summary: 'Totals of a metric in one category',
    describe:
      'The same rules as for the whole, so that categories add up to it. A tag counts as a category.',
    path: '/api/v2/metrics/{metric}/category/{category}',
    shows: 'totals',
  },
  {
    id: 'getMetricCategoryChain',
    summary: 'Totals of a metric in one category on one chain',
    describe: 'What lies on one chain of a category.',
    path: '/api/v2/metrics/{metric}/category/{category}/chain/{chain}',
    shows: 'totals',
  },
  {
    id: 'getMetricProtocol',
    summary: 'Totals of a metric of one protocol',
    describe:
      'All windows and changes, in total and by chain, and what is said of the protocol. A parent is the sum of its children.',
    path: '/api/v2/metrics/{metric}/protocol/{protocol}',
    shows: 'protocolTotals',
  },
  {
    id: 'getMetricChart',
    summary: 'A metric over time',
    describe: POINTS,
    path: '/api/v2/chart/{metric}',
    shows: 'chart',
  },
  {
    id: 'getMetricChainBreakdown',
    summary: 'A metric over time by chain',
    describe: PARTS,
    path: '/api/v2/chart/{metric}/chain-breakdown',
    shows: 'chainBreakdown',
  },
  {
    id: 'getMetricProtocolBreakdown',
    summary: 'A metric over time by protocol',
    describe: `${PARTS} \`start\` and \`end\` keep a long response short.`,
    path: '/api/v2/chart/{metric}/protocol-breakdown',
    shows: 'protocolBreakdown',
  },
  {
    id: 'getMetricChainChart',
    summary: 'A metric on one chain over time',
    describe: POINTS,
    path: '/api/v2/chart/{metric}/chain/{chain}',
    shows: 'chart',
  },
  {
    id: 'getMetricChainProtocolBreakdown',
    summary: 'A metric on one chain over time by protocol',
    describe: PARTS,
    path: '/api/v2/chart/{metric}/chain/{chain}/protocol-breakdown',
    shows: 'protocolBreakdown',
  },
  {
    id: 'getMetricCategoryChart',
    summary: 'A metric in one category over time',
    describe: POINTS,
    path: '/api/v2/chart/{metric}/category/{category}',
    shows: 'chart',
  },
  {
    id: 'getMetricCategoryChainBreakdown',
    summary: 'A metric in one category over time by chain',
    describe: PARTS,
    path: '/api/v2/chart/{metric}/category/{category}/chain-breakdown',
    shows: 'chainBreakdown',
  },
  {
    id: 'getMetricCategoryProtocolBreakdown',
    summary: 'A metric in one category over time by protocol',
    describe: PARTS,
    path: '/api/v2/chart/{metric}/category/{category}/protocol-breakdown',
    shows: 'protocolBreakdown',
  },
  {
    id: 'getMetricCategoryChainChart',
    summary: 'A metric in one category on one chain over time',
    describe: POINTS,
    path: '/api/v2/chart/{metric}/category/{category}/chain/{chain}',
    shows: 'chart',
  },
  {
    id: 'getMetricCategoryChainProtocolBreakdown',
    summary: 'A metric in one category on one chain over time by protocol',
    describe: PARTS,
    path: '/api/v2/chart/{metric}/category/{category}/chain/{chain}/protocol-breakdown',
    shows: 'protocolBreakdown',
  },
  {
    id: 'getMetricProtocolChart',
    summary: 'A metric of one protocol over time',
    describe: `${POINTS} A parent is the sum of its children.`,
    path: '/api/v2/chart/{metric}/protocol/{protocol}',
    shows: 'chart',
  },
  {
    id: 'getMetricProtocolChainBreakdown',
    summary: 'A metric of one protocol over time by chain',
    describe: PARTS,
    path: '/api/v2/chart/{metric}/protocol/{protocol}/chain-breakdown',
    shows: 'chainBreakdown',
  },
  {
    id: 'getMetricProtocolVersionBreakdown',
    summary: 'A metric of one protocol over time by version',
    describe: `By child of a parent, or by version within a protocol; one without versions is its own only one. ${PARTS}`,
    path: '/api/v2/chart/{metric}/protocol/{protocol}/version-breakdown',
    shows: 'versionBreakdown',
  },
  {
    id: 'getMetricProtocolLabelBreakdown',
    summary: 'Fees of one protocol over time by their source',
    describe:
      'Only fees have labels. What has none, or was derived, stands under Other, so that the labels of a day add up to the point of the chart.',
    path: '/api/v2/chart/{metric}/protocol/{protocol}/label-breakdown',
    shows: 'labelBreakdown',
  },
]
