import type { Query } from '../../api/ask.ts'
import { SeriesBlock } from '../../blocks/chart/series-block.tsx'
import { useLocalView } from '../../page/use-local-view.ts'

type Days = readonly {
  date: string
  depositUSD: number | null
  withdrawUSD: number | null
}[]

/** Deposits above zero, withdrawals below. */
export function BridgeFlows({
  title,
  path,
  query,
  isOptional = false,
}: {
  title: string
  path: string
  query?: Query
  isOptional?: boolean
}) {
  const view = useLocalView()
  return (
    <SeriesBlock<Days>
      title={title}
      path={path}
      isOptional={isOptional}
      {...(query === undefined ? {} : { query })}
      kind="bar"
      sign="$"
      modes={['abs']}
      hasNames
      view={view}
      seriesOf={(days) => [
        { name: 'Deposits', points: days.map((day) => [Number(day.date), day.depositUSD]) },
        {
          name: 'Withdrawals',
          points: days.map((day) => [
            Number(day.date),
            day.withdrawUSD === null ? null : -day.withdrawUSD,
          ]),
        },
      ]}
    />
  )
}
