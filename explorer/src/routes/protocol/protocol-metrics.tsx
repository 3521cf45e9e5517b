import { type Points, SeriesBlock, type SeriesView } from '../../blocks/chart/series-block.tsx'
import { metricOf } from '../metrics/metrics.ts'

const SHOWN = ['dexs', 'derivatives', 'options', 'fees', 'open-interest', 'active-users'] as const

/** Which operation of the contract has a metric of one protocol. */
const NAMES: Readonly<Record<string, string>> = {
  perps: 'derivatives',
  openInterest: 'open-interest',
  activeUsers: 'active-users',
}

/** Panels of the metrics that are recorded of a protocol, on one axis of time. */
export function ProtocolMetrics({
  slug,
  metrics,
  view,
}: {
  slug: string
  metrics: Readonly<Record<string, boolean>>
  view: SeriesView
}) {
  const recorded = new Set(
    Object.entries(metrics)
      .filter(([, isThere]) => isThere)
      .map(([name]) => NAMES[name] ?? name),
  )
  return SHOWN.filter((id) => recorded.has(id)).map((id) => {
    const metric = metricOf(id)
    return (
      <SeriesBlock<Points>
        key={id}
        title={`${metric.name} a day`}
        path={`/api/v2/chart/${id}/protocol/${encodeURIComponent(slug)}`}
        kind={metric.isLevel ? 'line' : 'bar'}
        sign={metric.isMoney ? '$' : ''}
        modes={['abs']}
        height={150}
        view={view}
        seriesOf={(points) => [{ name: metric.name, points }]}
      />
    )
  })
}
