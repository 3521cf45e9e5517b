import { defineRoute, type RequestContext, type Route } from '../../../../http/route.ts'
import { mapOf, shape } from '../../../../http/schemas.ts'
import { chains } from '../../../registry/public.ts'
import { type Chart, chartOf } from '../../derive/chart.ts'
import { measure, sumOf, totalsByChain } from '../../derive/measured.ts'
import type { Totals } from '../../derive/totals.ts'
import { type ProtocolSelection, selectProtocol } from '../../member-selection.ts'
import { getDataType } from '../../metrics.ts'
import { type MetricRequest, ofType, openMetric } from '../../read/members.ts'
import { methodsState } from '../../read/methods.ts'
import {
  chartRows,
  chartSchema,
  exampleChart,
  exampleVolumePoints,
  makeChart,
  NO_CHART,
  nestedRows,
  nestedSchema,
  versionName,
  volumePointRows,
  volumePoints,
} from '../charts.ts'
import {
  chainFigures,
  coverageHeader,
  exampleFigures,
  figuresOf,
  figuresSchema,
  withCoverage,
} from '../figures.ts'
import { exampleMetadata, metadataOf, metadataSchema } from '../metadata.ts'
import { NO_FIGURES, type OwnMembers, ownOfSummary } from '../own-members.ts'
import { OWN_PATHS, operationOf, pathsOf } from '../own-paths.ts'
import {
  dataTypeOf,
  excludeFlags,
  NOW_STEP_SEC,
  periodRule,
  protocolName,
  READS_WITH_METHODS,
} from '../parameters.ts'

/** Members that are charts, some of them of one metric alone. */
const CHARTS = [
  'totalDataChart',
  'totalDataChartBreakdown',
  'dailyVolume',
  'dailyPremiumVolume',
  'dailyNotionalVolume',
]

export const summaryRoutes: readonly Route[] = OWN_PATHS.flatMap((declared) => {
  const { metric, name, summary, protocol } = declared
  if (summary === undefined) return []
  const members = ownOfSummary(metric)
  return defineRoute({
    id: operationOf(name, 'Summary'),
    summary,
    describe:
      'Figures, charts by chain and version, and what is said of the protocol. A parent is the sum of its children.',
    paths: pathsOf(`/summary/${metric}/{protocol}`, declared),
    params: { protocol: protocolName(protocol) },
    query: { ...excludeFlags, dataType: dataTypeOf(metric) },
    response: summarySchema(members),
    headers: coverageHeader,
    example: exampleSummary(members),
    table: 'totalDataChart[](date,value)',
    series: { rule: periodRule(metric), at: CHARTS },
    reads: READS_WITH_METHODS,
    nowStepSec: NOW_STEP_SEC,
    handler: ({ params, query }, context) =>
      makeSummary(context, { metric, protocol: params.protocol, ...query }, members),
  })
})

export function summarySchema(own: OwnMembers) {
  return shape({
    ...metadataSchema,
    ...figuresSchema,
    chainBreakdown: mapOf(
      own.part === NO_FIGURES ? chainFigures : shape({ ...figuresSchema, ...own.part.members }),
      'Figures by chain',
    ),
    ...own.body.members,
    ...Object.fromEntries(own.charts.map(([name]) => [name, volumePoints])),
    totalDataChart: chartSchema,
    totalDataChartBreakdown: nestedSchema,
  })
}

export function exampleSummary(own: OwnMembers) {
  return {
    ...exampleMetadata,
    ...exampleFigures,
    chainBreakdown: { Ethereum: { ...exampleFigures, ...own.part.example } },
    ...own.body.example,
    ...Object.fromEntries(own.charts.map(([name]) => [name, exampleVolumePoints])),
    totalDataChart: exampleChart,
    totalDataChartBreakdown: [[1_760_054_400, { Ethereum: { 'Example Swap': 42_000_000 } }]],
  }
}

export interface SummaryRequest {
  metric: string
  protocol: string
  dataType: string | undefined
  excludeTotalDataChart: boolean
  excludeTotalDataChartBreakdown: boolean
}

/** One protocol, parent or chain: description, figures, charts by chain and version (7.3). */
export async function makeSummary(
  context: RequestContext,
  asked: SummaryRequest,
  own: OwnMembers,
): Promise<unknown> {
  const request = await openMetric(context, asked.metric, asked.dataType)
  const { type, metric } = request
  const others = own.types.map((name) => getDataType(metric, name))
  const types = [...new Set([type, ...others])]
  const selected = await selectProtocol(context, request, asked.protocol, types)
  const { members } = selected
  const { measured, total, described } = await describeProtocol(
    context,
    request,
    selected,
    own.part,
  )
  const chart = asked.excludeTotalDataChart ? NO_CHART : await makeChart(request, members)
  const ofTypes = new Map(
    own.types.map((name) => [name, otherFigures(request, selected, name, chart !== NO_CHART)]),
  )
  const body = {
    ...described,
    ...own.body.item((dataType) =>
      dataType === undefined ? total : ofType(ofTypes, dataType).total,
    ),
    ...Object.fromEntries(
      own.charts.map(([name, dataType]) => [
        name,
        volumePointRows(dataType === undefined ? chart : ofType(ofTypes, dataType).chart),
      ]),
    ),
    totalDataChart: chartRows(chart),
    totalDataChartBreakdown: asked.excludeTotalDataChartBreakdown
      ? []
      : await nestedRows(request, members, versionName),
  }
  return withCoverage(body, measured)
}

/** What is said of a protocol with its figures, in all and on each chain. */
export async function describeProtocol(
  context: RequestContext,
  request: MetricRequest,
  selected: ProtocolSelection,
  part: OwnMembers['part'] = NO_FIGURES,
) {
  const { kind } = request.type
  const measured = selected.members.map((member) => measure(member, request.lastDay, kind))
  const methods = await context.states.get(methodsState, context.snapshot)
  const total = sumOf(measured)
  const byChain = totalsByChain(measured).map(([chain, totals]) => {
    const figures = figuresOf(totals, kind, false)
    return [chains.nameOf(chain), { ...figures, ...part.item(() => totals) }]
  })
  const described = {
    ...metadataOf(selected, measured, request, methods),
    ...figuresOf(total, kind, false),
    chainBreakdown: Object.fromEntries(byChain),
  }
  return { measured, total, described }
}

/** Another kind of figure of the same members. */
function otherFigures(
  request: MetricRequest,
  { members, byType }: ProtocolSelection,
  typeName: string,
  hasChart: boolean,
): { total: Totals; chart: Chart } {
  const type = getDataType(request.metric, typeName)
  const ids = new Set(members.map(({ subject }) => subject.id))
  const own = ofType(byType, type.name).filter(({ subject }) => ids.has(subject.id))
  const series = own.flatMap(({ counted }) => counted)
  return {
    total: sumOf(own.map((member) => measure(member, request.lastDay, type.kind))),
    chart: hasChart ? chartOf(series, { from: 0, to: request.lastDay }) : NO_CHART,
  }
}
