import { request } from '../../api/request.ts'
import { useOperation } from '../../api/use-operation.ts'
import { SeriesBlock, type SeriesView } from '../../blocks/chart/series-block.tsx'

/** Value in the forks of a protocol; left out where it has none. */
export function ProtocolForks({ name, view }: { name: string; view: SeriesView }) {
  const forks = useOperation('getForkMetrics', {}).data?.body[name] ?? []
  if (forks.length === 0) return null
  return (
    <SeriesBlock
      title="Value in its forks"
      {...request('getForkProtocolChart', { protocol: name })}
      kind="line"
      sign="$"
      height={150}
      view={view}
      seriesOf={(points) => [{ name: 'Value in its forks', points }]}
    />
  )
}
