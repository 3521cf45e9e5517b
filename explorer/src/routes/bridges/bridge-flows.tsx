import type { ApiRequest, Body } from '../../api/request.ts'
import { SeriesBlock } from '../../blocks/chart/series-block.tsx'
import type { SeriesView } from '../../page/series-keys.ts'

/** Deposits above zero, withdrawals below. */
export function BridgeFlows({
  title,
  isOptional = false,
  view,
  ...request
}: ApiRequest<Body<'getBridgeVolume'>> & {
  title: string
  isOptional?: boolean
  view: SeriesView
}) {
  return (
    <SeriesBlock
      title={title}
      {...request}
      isOptional={isOptional}
      kind="bar"
      sign="$"
      modes={['abs']}
      hasNames
      view={view}
      seriesOf={(days) => [
        { name: 'Deposits', points: days.map((day) => [Number(day.date), day.depositUSD]) },
        {
          name: 'Withdrawals',
          points: days.map((day) => [Number(day.date), -day.withdrawUSD]),
        },
      ]}
    />
  )
}
