import Type from 'typebox'
import type { RequestContext } from '../../../http/route.ts'
import { mapOf, nullable, shape } from '../../../http/schemas.ts'
import { chains } from '../../registry/public.ts'
import type { Chart } from '../derive/chart.ts'
import type { DaySeries } from '../derive/day-series.ts'
import { type Measured, measure, sumOf, totalsByChain } from '../derive/measured.ts'
import { countedInTotals, type Member } from '../derive/members.ts'
import type { TotalName } from '../derive/totals.ts'
import { type Methods, methodsState } from '../read/methods.ts'
import { narrowToChain, openView, type View } from '../view.ts'
import {
  chartSchema,
  exampleChart,
  joinRendered,
  makeBreakdown,
  makeChart,
  NO_CHART,
  nestedSchema,
  renderChart,
  renderNested,
  versionName,
} from './charts.ts'
import { exampleFigures, figuresOf, figuresSchema, whole, withCoverage } from './figures.ts'
import { exampleRow, rowOf, rowSchema } from './metadata.ts'

const byChainAndName = mapOf(mapOf(Type.Number(), 'By protocol or version'), 'By chain')

/**
 * Members that a metric's own pro sample has besides: the names of the figures differ from metric
 * to metric (decision 8).
 */
export interface Extras {
  body?: Record<string, unknown>
  /** Members that are written out already. */
  rendered?: Record<string, string>
  row?(measured: Measured): Record<string, unknown>
}

export interface AskedOverview {
  metric: string
  dataType: string | undefined
  chain?: string
  excludeTotalDataChart: boolean
  excludeTotalDataChartBreakdown: boolean
}

export function overviewSchema(
  body: Record<string, Type.TSchema> = {},
  row: Record<string, Type.TSchema> = {},
) {
  return shape({
    chain: nullable(Type.String()),
    allChains: Type.Array(Type.String({ description: 'Display names, largest 24 hours first' })),
    ...figuresSchema,
    breakdown24h: Type.Null(),
    breakdown30d: Type.Null(),
    ...body,
    protocols: Type.Array(
      shape({
        ...rowSchema,
        ...figuresSchema,
        breakdown24h: byChainAndName,
        breakdown30d: byChainAndName,
        ...row,
      }),
    ),
    totalDataChart: chartSchema,
    totalDataChartBreakdown: nestedSchema,
  })
}

export function exampleOverview(
  body: Record<string, unknown> = {},
  row: Record<string, unknown> = {},
) {
  const breakdown = { Ethereum: { 'Example Swap': 42_000_000 } }
  return {
    chain: null,
    allChains: ['Ethereum', 'Arbitrum'],
    ...exampleFigures,
    breakdown24h: null,
    breakdown30d: null,
    ...body,
    protocols: [
      {
        ...exampleRow,
        ...exampleFigures,
        breakdown24h: breakdown,
        breakdown30d: breakdown,
        ...row,
      },
    ],
    totalDataChart: exampleChart,
    totalDataChartBreakdown: [[1_760_054_400, breakdown]],
  }
}

/**
 * The overview of a metric, on all chains or on one: totals, charts, and a row for everybody who is
 * measured (semantics 7.1, 7.2).
 */
export async function makeOverview(
  context: RequestContext,
  asked: AskedOverview,
  extrasOf: (
    view: View,
    counted: readonly Measured[],
    chart: Chart,
  ) => Promise<Extras> = async () => ({}),
): Promise<unknown> {
  const view = await openView(context, asked.metric, asked.dataType)
  const methods = await context.states.get(methodsState, context.snapshot)
  const narrowed =
    asked.chain === undefined ? undefined : narrowToChain(view.members, asked.chain, view)
  const rows = measure(narrowed?.members ?? view.members, view.lastDay, view.type.kind)
  const inTotals = new Set(countedInTotals(rows.map(({ member }) => member)))
  const counted = rows.filter(({ member }) => inTotals.has(member))
  const chart = asked.excludeTotalDataChart ? NO_CHART : makeChart(view, [...inTotals], {})
  const extras = await extrasOf(view, counted, chart)
  const body = {
    chain: narrowed?.name ?? null,
    allChains: totalsByChain(counted).map(([chain]) => chains.nameOf(chain)),
    ...figuresOf(sumOf(counted), view.type.kind, true),
    breakdown24h: null,
    breakdown30d: null,
    ...extras.body,
    protocols: [...rows]
      .sort(bySize)
      .map((measured) => ({ ...makeRow(measured, view, methods), ...extras.row?.(measured) })),
  }
  const breakdown = asked.excludeTotalDataChartBreakdown
    ? '[]'
    : renderByChain(view, [...inTotals], ({ subject }) => subject.name)
  const rendered = {
    ...extras.rendered,
    totalDataChart: renderChart(chart),
    totalDataChartBreakdown: breakdown,
  }
  return withCoverage(joinRendered(body, rendered), counted)
}

function makeRow(measured: Measured, view: View, methods: Methods): Record<string, unknown> {
  const named = { protocol: measured.member.subject.protocol, members: [measured.member] }
  return {
    ...rowOf(named, [measured], view, methods),
    ...figuresOf(measured.totals, view.type.kind, false),
    breakdown24h: partsOf(measured, 'total24h'),
    breakdown30d: partsOf(measured, 'total30d'),
  }
}

/** One figure by chain and version, under display names (decision 44). */
function partsOf(
  { member, perChain }: Measured,
  name: TotalName,
): Record<string, Record<string, number>> {
  const parts: Record<string, Record<string, number>> = {}
  for (const { series, totals } of perChain) {
    const value = whole(totals[name])
    if (value === null) continue
    const chain = chains.nameOf(series.chain)
    parts[chain] = { ...parts[chain], [versionName(member, series)]: value }
  }
  return parts
}

/** The chart by chain and, within it, by a name of each member's series. */
export function renderByChain(
  view: View,
  members: readonly Member[],
  nameOf: (member: Member, series: DaySeries) => string,
): Buffer {
  const names = new Map<DaySeries, string>()
  const byChain = new Map<string, DaySeries[]>()
  for (const member of members) {
    for (const series of member.perChain) {
      names.set(series, nameOf(member, series))
      const known = byChain.get(series.chain)
      if (known === undefined) byChain.set(series.chain, [series])
      else known.push(series)
    }
  }
  const parts = [...byChain].map(
    ([chain, series]) =>
      [
        chains.nameOf(chain),
        makeBreakdown(view, series, (one) => names.get(one) ?? '', {}),
      ] as const,
  )
  return renderNested(view, parts)
}

function bySize(a: Measured, b: Measured): number {
  const size = ({ totals }: Measured) => totals.total24h ?? Number.NEGATIVE_INFINITY
  return size(a) === size(b)
    ? a.member.subject.name < b.member.subject.name
      ? -1
      : 1
    : size(b) - size(a)
}
