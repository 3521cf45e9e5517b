import { type Body, type BodyOf, request, useOperation, useRequest } from '../../api/request.ts'
import { SeriesBlock } from '../../blocks/chart/series-block.tsx'
import { toSec } from '../../lib/writing.ts'
import type { SeriesView } from '../../page/series-keys.ts'

type PoolDay = Body<'getPoolChart'>['data'][number]
type LendingDay = Body<'getLendBorrowChart'>['data'][number]
type Figure = Exclude<keyof PoolDay | keyof LendingDay, 'timestamp'>

interface PanelOf {
  readonly title: string
  readonly of: 'pool' | 'lending'
  readonly sign?: '$'
  readonly kind?: 'stack'
  /** Members of a day by the names of their lines. */
  readonly lines: Readonly<Record<string, Figure>>
}

const PANELS: readonly PanelOf[] = [
  { of: 'pool', title: 'APY, %', kind: 'stack', lines: { Base: 'apyBase', Reward: 'apyReward' } },
  { of: 'pool', title: 'Value locked', sign: '$', lines: { TVL: 'tvlUsd' } },
  { of: 'pool', title: 'Price of a share', lines: { Price: 'pricePerShare' } },
  { of: 'pool', title: 'Impermanent loss of 7 days, %', lines: { Loss: 'il7d' } },
  {
    of: 'lending',
    title: 'Supplied and borrowed',
    sign: '$',
    lines: { Supplied: 'totalSupplyUsd', Borrowed: 'totalBorrowUsd' },
  },
  {
    of: 'lending',
    title: 'Rates, %',
    lines: {
      Lend: 'apyBase',
      Borrow: 'apyBaseBorrow',
      'Reward of borrowing': 'apyRewardBorrow',
    },
  },
]

const FACTS = { pool: 'yield_samples', lending: 'lending_samples' } as const

/** What is recorded of a pool over time, a panel for each kind. */
export function PoolPanels({ pool, view }: { pool: string; view: SeriesView }) {
  const lending = useOperation('getLendBorrowChart', { pool })
  const isLending = lending.data?.body.data[0] !== undefined
  return PANELS.filter(({ of }) => of === 'pool' || isLending).map((one) => (
    <Panel key={one.title} panel={one} pool={pool} view={view} />
  ))
}

/** Lines of a response over time; those without a value are left out, and so is an empty panel. */
function Panel({ panel, pool, view }: { panel: PanelOf; pool: string; view: SeriesView }) {
  const days =
    panel.of === 'pool'
      ? request('getPriceChartOrPoolChart', { coinsOrPool: pool })
      : request('getLendBorrowChart', { pool })
  const { data } = useRequest<BodyOf<typeof days>>(days)
  const known = Object.entries(panel.lines).filter(
    ([, member]) =>
      data !== undefined && daysOf(data.body).some((day) => figureOf(day, member) !== null),
  )
  if (data !== undefined && known.length === 0) return null
  return (
    <SeriesBlock<BodyOf<typeof days>>
      title={panel.title}
      {...days}
      kind={panel.kind ?? 'line'}
      sign={panel.sign ?? ''}
      modes={panel.kind === 'stack' ? ['abs', 'share'] : ['abs', 'log']}
      view={view}
      height={200}
      marksOf={() => ({ fact: FACTS[panel.of], key: { pool } })}
      seriesOf={(body) =>
        known.map(([name, member]) => ({
          name,
          points: daysOf(body).map((day) => [toSec(day.timestamp), figureOf(day, member)]),
        }))
      }
    />
  )
}

/** The days of a pool; the path that has them answers for coins, too. */
function daysOf(
  body: Body<'getPriceChartOrPoolChart'> | Body<'getLendBorrowChart'>,
): readonly (PoolDay | LendingDay)[] {
  return 'data' in body ? body.data : []
}

function figureOf(day: PoolDay | LendingDay, figure: Figure): number | null {
  const figures: Partial<Record<Figure, number | null>> = day
  return figures[figure] ?? null
}
