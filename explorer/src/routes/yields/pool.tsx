import { useAnswer } from '../../api/use-answer.ts'
import { SeriesBlock } from '../../blocks/chart/series-block.tsx'
import { toSec } from '../../lib/times.ts'
import { AppLink } from '../../page/app-link.tsx'
import { PageHead } from '../../page/page-head.tsx'
import { seriesKeys } from '../../page/series-keys.ts'
import { useParam } from '../../page/use-param.ts'
import { useView } from '../../page/use-view.ts'

interface Day {
  readonly timestamp: string
  readonly tvlUsd: number | null
  readonly apy: number | null
  readonly apyBase: number | null
  readonly apyReward: number | null
}

interface LendingDay {
  readonly timestamp: string
  readonly apyBaseBorrow: number | null
  readonly totalSupplyUsd: number | null
  readonly totalBorrowUsd: number | null
}

type Days<D> = { readonly data: readonly D[] }

/** One pool: its yield and its size over time. */
export function Pool() {
  const pool = useParam('pool')
  const view = useView(seriesKeys)
  const id = encodeURIComponent(pool)
  const lending = useAnswer<Days<LendingDay>>(`/yields/chartLendBorrow/${id}`)
  const isLending = (lending.data?.body.data.length ?? 0) > 0
  return (
    <>
      <PageHead
        title="Pool"
        note={<code>{pool}</code>}
        crumb={<AppLink to="/yields">Yields</AppLink>}
        ignored={view.ignored}
      />
      <SeriesBlock<Days<Day>>
        title="APY, %"
        path={`/chart/${id}`}
        kind="line"
        modes={['abs']}
        view={view}
        seriesOf={({ data }) => [
          { name: 'APY', points: data.map((day) => [toSec(day.timestamp), day.apy]) },
          { name: 'Base', points: data.map((day) => [toSec(day.timestamp), day.apyBase]) },
          { name: 'Reward', points: data.map((day) => [toSec(day.timestamp), day.apyReward]) },
        ]}
      />
      <SeriesBlock<Days<Day>>
        title="Value locked"
        path={`/chart/${id}`}
        kind="line"
        sign="$"
        view={view}
        seriesOf={({ data }) => [
          {
            name: 'Value locked',
            points: data.map((day) => [toSec(day.timestamp), day.tvlUsd]),
          },
        ]}
      />
      {isLending && (
        <SeriesBlock<Days<LendingDay>>
          title="Supplied and borrowed"
          path={`/yields/chartLendBorrow/${id}`}
          kind="line"
          sign="$"
          view={view}
          seriesOf={({ data }) => [
            {
              name: 'Supplied',
              points: data.map((day) => [toSec(day.timestamp), day.totalSupplyUsd]),
            },
            {
              name: 'Borrowed',
              points: data.map((day) => [toSec(day.timestamp), day.totalBorrowUsd]),
            },
          ]}
        />
      )}
    </>
  )
}
