import { request } from '../../api/request.ts'
import { useOperation } from '../../api/use-operation.ts'
import { SeriesBlock, type SeriesView } from '../../blocks/chart/series-block.tsx'

/** Real-world assets on a chain; left out where there are none. */
export function ChainRwa({ chain, view }: { chain: string; view: SeriesView }) {
  const stats = useOperation('getRwaStats', {}).data?.body
  if (stats?.byChain[chain] === undefined) return null
  return (
    <SeriesBlock
      title="Real-world assets"
      {...request('getRwaChainChart', { chain })}
      kind="line"
      sign="$"
      height={160}
      hasNames
      view={view}
      seriesOf={(days) => [
        { name: 'On-chain', points: days.map((day) => [day.timestamp, day.onChainMcap]) },
        { name: 'Active', points: days.map((day) => [day.timestamp, day.activeMcap]) },
      ]}
    />
  )
}
