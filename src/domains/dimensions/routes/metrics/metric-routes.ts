import { string, textList } from '../../../../http/described.ts'
import type { Parameter } from '../../../../http/parameters.ts'
import { defineRoute, type RequestContext, type Route } from '../../../../http/route.ts'
import { mapOf, shape } from '../../../../http/schemas.ts'
import { mapInSlices } from '../../../../lib/time-slice.ts'
import { chains } from '../../../registry/public.ts'
import { measure, sumOf, totalsByChain } from '../../derive/measured.ts'
import { selectCounted, selectProtocol } from '../../member-selection.ts'
import { type MetricRequest, openMetric } from '../../read/members.ts'
import {
  chainFigures,
  coverageHeader,
  exampleFigures,
  figuresOf,
  figuresSchema,
  withCoverage,
} from '../figures.ts'
import { chainMembers, exampleMetadata, metadataSchema } from '../metadata.ts'
import {
  categoryName,
  chainName,
  chartQuery,
  dataType,
  dataTypeOf,
  metricName,
  NOW_STEP_SEC,
  periodRule,
  protocolName,
  READS,
  READS_WITH_METHODS,
} from '../parameters.ts'
import { describeProtocol } from '../summaries/summary-routes.ts'
import { type ChartName, METRIC_CHARTS, requireLabels } from './metric-charts.ts'
import { METRIC_OPERATIONS, type MetricOperation } from './metric-operations.ts'

/** What an operation on metrics may be narrowed to. */
const NARROWING = { category: categoryName, chain: chainName, protocol: protocolName() }

interface PathParameters {
  readonly metric: Parameter<string>
  readonly [name: string]: Parameter<string>
}

function baseOf({ id, summary, describe, path }: MetricOperation) {
  const narrowing = Object.entries(NARROWING).filter(([name]) => path.includes(`{${name}}`))
  const params: PathParameters = { metric: metricName, ...Object.fromEntries(narrowing) }
  return {
    ...{ id: `dimensions.${id}`, summary, describe, paths: { pro: path }, params },
    ...{ reads: READS, nowStepSec: NOW_STEP_SEC },
  }
}

function chartRoute(operation: MetricOperation, shows: ChartName): Route {
  const base = baseOf(operation)
  const { schema, example, table, make } = METRIC_CHARTS[shows]
  const isByLabel = shows === 'labelBreakdown'
  const metric = isByLabel ? { ...metricName, example: 'fees' } : metricName
  const query = isByLabel ? { ...chartQuery, dataType: dataTypeOf('fees') } : chartQuery
  return defineRoute({
    ...base,
    params: { ...base.params, metric },
    ...{ query, response: schema, example, table, series: { rule: periodRule() } },
    handler: async ({ params, query }, context) => {
      const request = await openMetric(context, params.metric, query.dataType)
      if (isByLabel) requireLabels(request)
      return make(request, await readChartMembers(context, request, params), query, context)
    },
  })
}

async function readChartMembers(
  context: RequestContext,
  request: MetricRequest,
  { protocol, chain, category }: Readonly<Record<string, string>>,
) {
  const { members } =
    protocol === undefined
      ? await selectCounted(context, request, { chain, category, shows: 'chart' })
      : await selectProtocol(context, request, protocol)
  return members
}

const categoryMembers = {
  category: string('Name of the category'),
  allCategories: textList('Names of the categories with figures'),
}
const exampleCategory = { category: 'Dexs', allCategories: ['Derivatives', 'Dexs'] }

function totalsRoute(operation: MetricOperation): Route {
  const base = baseOf(operation)
  const hasCategory = 'category' in base.params
  return defineRoute({
    ...base,
    query: { dataType },
    response: shape({
      ...chainMembers,
      ...figuresSchema,
      ...(hasCategory ? categoryMembers : {}),
    }),
    headers: coverageHeader,
    example: {
      chain: 'chain' in base.params ? 'Ethereum' : null,
      allChains: ['Ethereum', 'Arbitrum'],
      ...exampleFigures,
      ...(hasCategory ? exampleCategory : {}),
    },
    handler: async ({ params, query }, context) => {
      const request = await openMetric(context, params.metric, query.dataType)
      return totalsOf(context, request, params)
    },
  })
}

async function totalsOf(
  context: RequestContext,
  request: MetricRequest,
  { chain, category }: Readonly<Record<string, string>>,
): Promise<unknown> {
  const { kind } = request.type
  const selected = await selectCounted(context, request, { chain, category, shows: 'totals' })
  const measured = await mapInSlices(selected.members, (member) =>
    measure(member, request.lastDay, kind),
  )
  const body = {
    chain: selected.chain ?? null,
    allChains: totalsByChain(measured).map(([chain]) => chains.nameOf(chain)),
    ...figuresOf(sumOf(measured), kind, true),
    ...(category === undefined
      ? {}
      : { category: selected.category, allCategories: selected.allCategories }),
  }
  return withCoverage(body, measured)
}

function protocolTotalsRoute(operation: MetricOperation): Route {
  return defineRoute({
    ...baseOf(operation),
    params: { metric: metricName, protocol: protocolName() },
    query: { dataType },
    response: shape({
      ...metadataSchema,
      ...figuresSchema,
      chainBreakdown: mapOf(chainFigures, 'Figures by chain, largest 24 hours first'),
    }),
    headers: coverageHeader,
    example: {
      ...exampleMetadata,
      ...exampleFigures,
      chainBreakdown: { Ethereum: exampleFigures },
    },
    table: 'chainBreakdown{chain}',
    reads: READS_WITH_METHODS,
    handler: async ({ params, query }, context) => {
      const request = await openMetric(context, params.metric, query.dataType)
      const selected = await selectProtocol(context, request, params.protocol)
      const { measured, described } = await describeProtocol(context, request, selected)
      return withCoverage(described, measured)
    },
  })
}

export const metricRoutes: readonly Route[] = METRIC_OPERATIONS.map((operation) => {
  if (operation.shows === 'totals') return totalsRoute(operation)
  if (operation.shows === 'protocolTotals') return protocolTotalsRoute(operation)
  return chartRoute(operation, operation.shows)
})
