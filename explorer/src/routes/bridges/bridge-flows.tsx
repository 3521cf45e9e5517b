import type { Body } from '../../api/answers.ts'
import type { ApiRequest } from '../../api/request.ts'
import { SeriesBlock, type SeriesView } from '../../blocks/chart/series-block.tsx'

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
