import type { Asked } from '../../api/asked.ts'
import type { OperationId } from '../../api/operations.ts'
import { request } from '../../api/request.ts'
import { useOperation, useRequest } from '../../api/use-operation.ts'
import { type FigureItem, FigureStrip } from '../../blocks/figure/figure-strip.tsx'
import { changeOver } from '../../lib/series.ts'
import { dayText } from '../../lib/times.ts'
import { totalsRequest } from '../metrics/metric-requests.ts'
import { LEAN, type MetricSums } from '../metrics/metric-rows.ts'
import { metricOf } from '../metrics/metrics.ts'
import type { ProtocolDetail } from './protocol-detail.ts'
import type { Recorded } from './recorded.ts'

/** The figures of a protocol: value locked now, and the last day of what is recorded of it. */
export function ProtocolFigures({
  slug,
  asked,
  recorded: { metrics, days, isPending },
}: {
  slug: string
  asked: Asked<ProtocolDetail>
  recorded: Recorded
}) {
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
  const parameters = { protocol: slug }
  const of = (id: string, item: FigureItem) =>
    has(id) ? { ...item, name: namedDay(item.name, days.get(id)) } : null
  const items: readonly (FigureItem | null)[] = [
    {
      name: 'Value locked',
      value: tvl.data?.body,
      sign: '$',
      isLoading: tvl.isPending,
      source: { operation: 'getCurrentTvl', parameters },
      changes: [
        { span: '1d', percent: changeOver(values, 1) },
        { span: '7d', percent: changeOver(values, 7) },
        { span: '30d', percent: changeOver(values, 30) },
      ],
    },
    of('dexs', flow('Volume', dexs, 'getDexsSummary', parameters)),
    of('derivatives', flow('Perpetuals', perps, 'getDerivativesSummary', parameters)),
    of('options', flow('Options', options, 'getOptionsSummary', parameters)),
    of(
      'open-interest',
      flow('Open interest', interest, 'getMetricProtocol', {
        ...parameters,
        metric: 'open-interest',
      }),
    ),
    of('fees', flow('Fees', fees, 'getFeesSummary', parameters)),
    of(
      'fees',
      flow('Revenue', revenue, 'getMetricProtocol', {
        ...parameters,
        metric: 'fees',
        dataType: 'dailyRevenue',
      }),
    ),
    { name: 'Market cap', value: protocol?.mcap, sign: '$', isLoading: asked.isPending },
  ]
  return <FigureStrip items={items.filter((item) => item !== null)} isOpenEnded={isPending} />
}

/** A figure of a day is called by it. */
function namedDay(name: string, sec: number | null | undefined): string {
  return sec == null ? `${name}, last day` : `${name}, ${dayText(sec)}`
}

function useSummary(id: string, slug: string, isAsked: boolean): Asked<MetricSums> {
  const { summary } = metricOf(id)
  const isThere = isAsked && summary !== null
  return useRequest<MetricSums>(isThere ? request(summary, { protocol: slug, ...LEAN }) : null)
}

function useTotals(
  id: string,
  slug: string,
  isAsked: boolean,
  dataType?: string,
): Asked<MetricSums> {
  return useRequest(isAsked ? totalsRequest(id, { protocol: slug }, dataType) : null)
}

function flow(
  name: string,
  asked: Asked<MetricSums>,
  operation: OperationId,
  parameters: Readonly<Record<string, string>>,
): FigureItem {
  return {
    name,
    value: asked.data?.body.total24h,
    sign: '$',
    isLoading: asked.isPending,
    source: { operation, parameters },
    changes: [
      { span: '1d', percent: asked.data?.body.change_1d },
      { span: '7d', percent: asked.data?.body.change_7d },
    ],
  }
}
