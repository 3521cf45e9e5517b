import { request, useOperation, useRequest } from '../../api/request.ts'
import type { QueryResult } from '../../api/response.ts'
import { type FigureItem, FigureStrip, toldBy, usd } from '../../blocks/figure/figure-strip.tsx'
import { changeOver } from '../../lib/series.ts'
import { dayText } from '../../lib/writing.ts'
import { totalsRequest } from '../metrics/metric-requests.ts'
import {
  flowFigure,
  isRecorded,
  LEAN,
  lastDayOf,
  type MetricSums,
  useMetricRows,
} from '../metrics/metric-rows.ts'
import { metricOf } from '../metrics/metrics.ts'
import type { ProtocolDetail } from './protocol-detail.ts'

/** The figures of a protocol: value locked now, and the last day of what is recorded of it. */
export function ProtocolFigures(props: {
  slug: string
  asked: QueryResult<ProtocolDetail>
  recorded: Recorded
}) {
  const {
    slug,
    asked,
    recorded: { metrics, days, isPending },
  } = props
  const tvl = useOperation('getCurrentTvl', { protocol: slug })
  const protocol = asked.data?.body
  const values = protocol?.tvl.map(({ totalLiquidityUSD }) => totalLiquidityUSD) ?? []
  const has = (id: string) => metrics.includes(id)
  const own = { protocol: slug }
  const interest = { ...own, metric: 'open-interest' }
  const revenue = { ...own, metric: 'fees', dataType: 'dailyRevenue' }
  const flows = [
    ['dexs', 'Volume', useSummary('dexs', slug, has('dexs')), 'getDexsSummary', own],
    [
      'derivatives',
      'Perpetuals',
      useSummary('derivatives', slug, has('derivatives')),
      'getDerivativesSummary',
      own,
    ],
    ['options', 'Options', useSummary('options', slug, has('options')), 'getOptionsSummary', own],
    [
      'open-interest',
      'Open interest',
      useTotals(interest, has('open-interest')),
      'getMetricProtocol',
      interest,
    ],
    ['fees', 'Fees', useSummary('fees', slug, has('fees')), 'getFeesSummary', own],
    ['fees', 'Revenue', useTotals(revenue, has('fees')), 'getMetricProtocol', revenue],
  ] as const
  const changes = {
    '1d': changeOver(values, 1),
    '7d': changeOver(values, 7),
    '30d': changeOver(values, 30),
  }
  const items: readonly FigureItem[] = [
    usd('Value locked', tvl.data?.body, { ...toldBy(tvl, 'getCurrentTvl', own), changes }),
    ...flows
      .filter(([id]) => has(id))
      .map(([id, name, sums, operation, parameters]) =>
        flowFigure(namedDay(name, days.get(id)), sums, operation, parameters),
      ),
    usd('Market cap', protocol?.mcap, { isLoading: asked.isPending }),
  ]
  return <FigureStrip items={items} isOpenEnded={isPending} />
}

/** A figure of a day is called by it. */
function namedDay(name: string, sec: number | null | undefined): string {
  return sec == null ? `${name}, last day` : `${name}, ${dayText(sec)}`
}

function useSummary(id: string, slug: string, isAsked: boolean): QueryResult<MetricSums> {
  const { summary } = metricOf(id)
  const isThere = isAsked && summary !== null
  return useRequest<MetricSums>(isThere ? request(summary, { protocol: slug, ...LEAN }) : null)
}

function useTotals(
  { metric, dataType, ...scope }: { protocol: string; metric: string; dataType?: string },
  isAsked: boolean,
): QueryResult<MetricSums> {
  return useRequest(isAsked ? totalsRequest(metric, scope, dataType) : null)
}

export interface Recorded {
  /** Metrics that are recorded of the protocol or of its versions. */
  readonly metrics: readonly string[]
  /** The day that the newest figures of a metric are of. */
  readonly days: ReadonlyMap<string, number | null>
  readonly hasUsers: boolean
  readonly isPending: boolean
}

/** What is recorded of a protocol: the lists of the metrics say so, without asking in vain. */
export function useRecorded(slug: string): Recorded {
  const lists = [
    ['dexs', useMetricRows('dexs')],
    ['derivatives', useMetricRows('derivatives')],
    ['open-interest', useMetricRows('open-interest')],
    ['options', useMetricRows('options')],
    ['fees', useMetricRows('fees')],
  ] as const
  const users = useOperation('listActiveUsers', {})
  return {
    metrics: lists.filter(([, asked]) => isRecorded(asked, slug)).map(([id]) => id),
    days: new Map(lists.map(([id, asked]) => [id, lastDayOf(asked, slug)])),
    hasUsers: users.data?.body[slug] !== undefined,
    isPending: users.isPending || lists.some(([, asked]) => asked.isPending),
  }
}
