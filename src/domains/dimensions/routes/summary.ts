import type Type from 'typebox'
import type { RequestContext } from '../../../http/route.ts'
import { mapOf, shape } from '../../../http/schemas.ts'
import { chains } from '../../registry/public.ts'
import type { Chart } from '../derive/chart.ts'
import { type Measured, measure, sumOf, totalsByChain } from '../derive/measured.ts'
import { methodsState } from '../read/methods.ts'
import { getNamed, openView, type View } from '../view.ts'
import {
  chartSchema,
  exampleChart,
  joinRendered,
  makeChart,
  NO_CHART,
  nestedSchema,
  renderChart,
  versionName,
} from './charts.ts'
import { exampleFigures, figuresOf, figuresSchema, withCoverage } from './figures.ts'
import { exampleMetadata, metadataOf, metadataSchema } from './metadata.ts'
import { renderByChain } from './overview.ts'

export interface AskedSummary {
  metric: string
  protocol: string
  dataType: string | undefined
  excludeTotalDataChart: boolean
  excludeTotalDataChartBreakdown: boolean
}

/** Members of a metric's own pro sample: some plain, some rendered already. */
export interface SummaryExtras {
  body?: Record<string, unknown>
  rendered?: Record<string, string>
  /** Further names within each chain of `chainBreakdown`. */
  chain?(figures: Record<keyof typeof figuresSchema, number | null>): Record<string, unknown>
}

export function summarySchema(
  body: Record<string, Type.TSchema> = {},
  chain: Record<string, Type.TSchema> = {},
) {
  return shape({
    ...metadataSchema,
    ...figuresSchema,
    chainBreakdown: mapOf(shape({ ...figuresSchema, ...chain }), 'Figures by chain'),
    ...body,
    totalDataChart: chartSchema,
    totalDataChartBreakdown: nestedSchema,
  })
}

export function exampleSummary(
  body: Record<string, unknown> = {},
  chain: Record<string, unknown> = {},
) {
  return {
    ...exampleMetadata,
    ...exampleFigures,
    chainBreakdown: { Ethereum: { ...exampleFigures, ...chain } },
    ...body,
    totalDataChart: exampleChart,
    totalDataChartBreakdown: [[1_760_054_400, { Ethereum: { 'Example Swap': 42_000_000 } }]],
  }
}

/**
 * One protocol, parent or chain: description, figures, and charts by chain and version (semantics
 * 7.3).
 */
export async function makeSummary(
  context: RequestContext,
  asked: AskedSummary,
  extrasOf: (
    view: View,
    measured: readonly Measured[],
    chart: Chart,
  ) => Promise<SummaryExtras> = async () => ({}),
): Promise<unknown> {
  const view = await openView(context, asked.metric, asked.dataType)
  const named = getNamed(asked.protocol, view)
  const measured = measure(named.members, view.lastDay, view.type.kind)
  const methods = await context.states.get(methodsState, context.snapshot)
  const chart = asked.excludeTotalDataChart ? NO_CHART : makeChart(view, named.members, {})
  const extras = await extrasOf(view, measured, chart)
  const byChain = totalsByChain(measured).map(([chain, totals]) => {
    const figures = figuresOf(totals, view.type.kind, false)
    return [chains.nameOf(chain), { ...figures, ...extras.chain?.(figures) }]
  })
  const body = {
    ...metadataOf(named, measured, view, methods),
    ...figuresOf(sumOf(measured), view.type.kind, false),
    chainBreakdown: Object.fromEntries(byChain),
    ...extras.body,
  }
  const rendered = {
    ...extras.rendered,
    totalDataChart: renderChart(chart),
    totalDataChartBreakdown: asked.excludeTotalDataChartBreakdown
      ? '[]'
      : renderByChain(view, named.members, versionName),
  }
  return withCoverage(joinRendered(body, rendered), measured)
}
