import { Skeleton } from '../../blocks/states/skeleton.tsx'
import { AWAITED_TABLE } from '../../blocks/table/table-block.tsx'
import { MetricChart, type MetricView } from '../metrics/metric-chart.tsx'
import type { Recorded } from './recorded.ts'

const HEIGHT = 150

/** Panels of the metrics that are recorded of a protocol, on one axis of time. */
export function ProtocolMetrics({
  slug,
  recorded: { metrics, isPending },
  view,
}: {
  slug: string
  recorded: Recorded
  view: MetricView
}) {
  if (isPending) return <Skeleton shape={AWAITED_TABLE} />
  return metrics.map((id) => (
    <MetricChart key={id} id={id} scope={{ protocol: slug }} view={view} height={HEIGHT} />
  ))
}
