import { type Asked, useAnswer } from '../../api/use-answer.ts'
import { metricOf } from './metrics.ts'

/** Figures of a metric, of one protocol or of everything. */
export interface MetricSums {
  readonly total24h: number | null
  readonly total7d: number | null
  readonly total30d: number | null
  readonly total1y: number | null
  readonly totalAllTime: number | null
  readonly change_1d: number | null
  readonly change_7d: number | null
  readonly change_7dover7d: number | null
  readonly change_30dover30d: number | null
}

export interface MetricRow extends MetricSums {
  readonly name: string
  readonly slug: string
  readonly category: string | null
  readonly chains: readonly string[]
  readonly parentProtocol: string | null
  readonly doublecounted: boolean
  readonly latestFetchIsOk: boolean
}

export interface MetricOverview extends MetricSums {
  readonly protocols: readonly MetricRow[]
}

/** Sums without series: the charts ask for those. */
export const LEAN = { excludeTotalDataChart: true, excludeTotalDataChartBreakdown: true }
const FIELDS = [
  'name,slug,category,chains,parentProtocol,doublecounted,latestFetchIsOk',
  'total24h,total7d,total30d,total1y,totalAllTime',
  'change_1d,change_7d,change_7dover7d,change_30dover30d',
].join()

export interface MetricQuestion {
  readonly chain?: string | undefined
  readonly dataType?: string | undefined
  /** False where nothing shows it. */
  readonly isAsked?: boolean
}

/** The protocols of a metric with their sums, on one chain where the contract has that. */
export function useMetricRows(
  id: string,
  { chain, dataType, isAsked = true }: MetricQuestion = {},
): Asked<MetricOverview> {
  const { overview, hasChainOverview } = metricOf(id)
  const end = chain !== undefined && hasChainOverview ? `/${encodeURIComponent(chain)}` : ''
  const query = { ...LEAN, dataType, fields: FIELDS }
  return useAnswer(overview === null || !isAsked ? null : `${overview}${end}`, query)
}

/** Whether a metric is recorded of a protocol, or of a child of a parent. */
export function isRecorded(asked: Asked<MetricOverview>, slug: string): boolean {
  const rows = asked.data?.body.protocols ?? []
  return rows.some((row) => row.slug === slug || row.parentProtocol === `parent#${slug}`)
}
