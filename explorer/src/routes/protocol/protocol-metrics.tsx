import { MetricChart, type MetricView } from '../metrics/metric-chart.tsx'

/** Panels of the metrics that are recorded of a protocol, on one axis of time. */
export function ProtocolMetrics({
  slug,
  metrics,
  view,
}: {
  slug: string
  metrics: readonly string[]
  view: MetricView
}) {
  return metrics.map((id) => (
    <MetricChart key={id} id={id} scope={{ protocol: slug }} view={view} height={150} />
  ))
}
