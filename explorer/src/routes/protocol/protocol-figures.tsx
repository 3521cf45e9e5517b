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
  const dexs = useSummary('dexs', slug, has('dexs'))
  const perps = useSummary('derivatives', slug, has('derivatives'))
  const options = useSummary('options', slug, has('options'))
  const fees = useSummary('fees', slug, has('fees'))
  const revenue = useTotals('fees', slug, has('fees'), 'dailyRevenue')
  const interest = useTotals('open-interest', slug, has('open-interest'))
  const own = { protocol: slug }
  const ifRecorded = (id: string, item: FigureItem) =>
    has(id) ? { ...item, name: namedDay(item.name, days.get(id)) } : null
  const changes = {
    '1d': changeOver(values, 1),
    '7d': changeOver(values, 7),
    '30d': changeOver(values, 30),
  }
  const items: readonly (FigureItem | null)[] = [
    usd('Value locked', tvl.data?.body, { ...toldBy(tvl, 'getCurrentTvl', own), changes }),
    ifRecorded('dexs', flowFigure('Volume', dexs, 'getDexsSummary', own)),
    ifRecorded('derivatives', flowFigure('Perpetuals', perps, 'getDerivativesSummary', own)),
    ifRecorded('options', flowFigure('Options', options, 'getOptionsSummary', own)),
    ifRecorded(
      'open-interest',
      flowFigure('Open interest', interest, 'getMetricProtocol', {
        ...own,
        metric: 'open-interest',
      }),
    ),
    ifRecorded('fees', flowFigure('Fees', fees, 'getFeesSummary', own)),
    ifRecorded(
      'fees',
      flowFigure('Revenue', revenue, 'getMetricProtocol', {
        ...own,
        metric: 'fees',
        dataType: 'dailyRevenue',
      }),
    ),
    usd('Market cap', protocol?.mcap, { isLoading: asked.isPending }),
  ]
  return <FigureStrip items={items.filter((item) => item !== null)} isOpenEnded={isPending} />
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
  id: string,
  slug: string,
  isAsked: boolean,
  dataType?: string,
): QueryResult<MetricSums> {
  return useRequest(isAsked ? totalsRequest(id, { protocol: slug }, dataType) : null)
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
