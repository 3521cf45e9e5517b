import type { TSchema } from 'typebox'
import type { RequestContext } from '../../../../http/route.ts'
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
  makeChart,
  NO_CHART,
  nestedRows,
  nestedSchema,
  versionName,
} from '../charts.ts'
import { chainFigures, exampleFigures, figuresOf, figuresSchema, withCoverage } from '../figures.ts'
import { exampleMetadata, metadataOf, metadataSchema } from '../metadata.ts'

/** Members that a metric's own pro sample has besides the usual ones (decision 8). */
export interface SummaryNames {
  /** Kinds of figures they always show. */
  readonly types: readonly string[]
  readonly schema: Readonly<Record<string, TSchema>>
  readonly chainSchema: TSchema
  readonly example: Readonly<Record<string, unknown>>
  readonly exampleChain: Readonly<Record<string, unknown>>
  make(figures: SummaryFigures): Record<string, unknown>
  /** Further members of each chain of `chainBreakdown`. */
  chain(figures: Record<keyof typeof figuresSchema, number | null>): Record<string, unknown>
}

interface SummaryFigures {
  readonly total: Totals
  readonly chart: Chart
  /** The same of another kind of figure. */
  of(dataType: string): { total: Totals; chart: Chart }
}

export const NO_NAMES: SummaryNames = {
  types: [],
  ...{ schema: {}, chainSchema: chainFigures, example: {}, exampleChain: {} },
  make: () => ({}),
  chain: () => ({}),
}

export function summarySchema(names: SummaryNames) {
  return shape({
    ...metadataSchema,
    ...figuresSchema,
    chainBreakdown: mapOf(names.chainSchema, 'Figures by chain'),
    ...names.schema,
    totalDataChart: chartSchema,
    totalDataChartBreakdown: nestedSchema,
  })
}

export function exampleSummary(names: SummaryNames) {
  return {
    ...exampleMetadata,
    ...exampleFigures,
    chainBreakdown: { Ethereum: { ...exampleFigures, ...names.exampleChain } },
    ...names.example,
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
  names: SummaryNames,
): Promise<unknown> {
  const request = await openMetric(context, asked.metric, asked.dataType)
  const { type, lastDay, metric } = request
  const others = names.types.map((name) => getDataType(metric, name))
  const types = [...new Set([type, ...others])]
  const selected = await selectProtocol(context, request, asked.protocol, types)
  const { members } = selected
  const measured = members.map((member) => measure(member, lastDay, type.kind))
  const methods = await context.states.get(methodsState, context.snapshot)
  const total = sumOf(measured)
  const chart = asked.excludeTotalDataChart ? NO_CHART : await makeChart(request, members)
  const of = (name: string) => otherFigures(request, selected, name, chart !== NO_CHART)
  const byChain = totalsByChain(measured).map(([chain, totals]) => {
    const figures = figuresOf(totals, type.kind, false)
    return [chains.nameOf(chain), { ...figures, ...names.chain(figures) }]
  })
  const body = {
    ...metadataOf(selected, measured, request, methods),
    ...figuresOf(total, type.kind, false),
    chainBreakdown: Object.fromEntries(byChain),
    ...names.make({ total, chart, of }),
    totalDataChart: chartRows(chart),
    totalDataChartBreakdown: asked.excludeTotalDataChartBreakdown
      ? []
      : await nestedRows(request, members, versionName),
  }
  return withCoverage(body, measured)
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
