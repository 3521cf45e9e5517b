import type { Query } from '../../api/ask.ts'
import type { OperationId } from '../../api/operations.ts'
import { type ApiRequest, type Body, request, useRequest } from '../../api/request.ts'
import type { QueryResult } from '../../api/response.ts'
import { type FigureItem, toldBy, usd } from '../../blocks/figure/figure-strip.tsx'
import { type MetricPage, metricOf } from './metrics.ts'

/** Sums without series: the charts ask for those. */
export const LEAN = { excludeTotalDataChart: true, excludeTotalDataChartBreakdown: true }
const NAMED = 'name,slug,category,chains,parentProtocol,doublecounted,latestFetchIsOk,lastDay'
const TOTALS = 'total24h,total7d,total30d,total1y,totalAllTime'
const CHANGES = 'change_1d,change_7d,change_7dover7d,change_30dover30d'
const FIELDS = `${NAMED},${TOTALS},${CHANGES}` as const

export type MetricOverview = Body<
  NonNullable<MetricPage['overview' | 'chainOverview']>,
  { readonly fields: typeof FIELDS }
>
export type MetricRow = MetricOverview['protocols'][number]

/** Figures of a metric, of one protocol or of everything. */
export type MetricSums = Pick<
  Body<'getMetric'>,
  | 'total24h'
  | 'total7d'
  | 'total30d'
  | 'total1y'
  | 'totalAllTime'
  | 'change_1d'
  | 'change_7d'
  | 'change_7dover7d'
  | 'change_30dover30d'
>

/** A sum of a metric as a figure, with its changes. */
export function flowFigure(
  name: string,
  asked: QueryResult<MetricSums>,
  operation: OperationId,
  parameters: Query = {},
): FigureItem {
  const sums = asked.data?.body
  const changes = { '1d': sums?.change_1d, '7d': sums?.change_7d }
  return usd(name, sums?.total24h, { ...toldBy(asked, operation, parameters), changes })
}

interface RowsOptions {
  readonly chain?: string | undefined
  readonly dataType?: string | undefined
  /** False where nothing shows it. */
  readonly isAsked?: boolean
}

/** The protocols of a metric with their sums, on one chain where the contract has that. */
export function useMetricRows(
  id: string,
  { chain, dataType, isAsked = true }: RowsOptions = {},
): QueryResult<MetricOverview> {
  const { overview, chainOverview } = metricOf(id)
  const asked = { ...LEAN, dataType, fields: FIELDS, include: 'lastDay' } as const
  const isOfChain = chain !== undefined && chainOverview !== null
  const rows: ApiRequest<MetricOverview> | null = isOfChain
    ? request(chainOverview, { ...asked, chain })
    : overview && request(overview, asked)
  return useRequest(isAsked ? rows : null)
}

/** Whether a metric is recorded of a protocol, or of a child of a parent. */
export function isRecorded(asked: QueryResult<MetricOverview>, slug: string): boolean {
  return rowsOf(asked, slug).length > 0
}

/** The day that the figures of a protocol are of: the newest of its children. */
export function lastDayOf(asked: QueryResult<MetricOverview>, slug: string): number | null {
  const days = rowsOf(asked, slug).flatMap(({ lastDay }) => lastDay ?? [])
  return days.length === 0 ? null : Math.max(...days)
}

function rowsOf(asked: QueryResult<MetricOverview>, slug: string): readonly MetricRow[] {
  const rows = asked.data?.body.protocols ?? []
  return rows.filter((row) => row.slug === slug || row.parentProtocol === `parent#${slug}`)
}
