import type { Body } from '../../api/answers.ts'
import { type BodyOf, request } from '../../api/request.ts'
import { useOperation, useRequest } from '../../api/use-operation.ts'
import { SeriesBlock, type SeriesView } from '../../blocks/chart/series-block.tsx'
import { toSec } from '../../lib/times.ts'

type PoolDay = Body<'getPoolChart'>['data'][number]
type LendingDay = Body<'getLendBorrowChart'>['data'][number]
type Figure = Exclude<keyof PoolDay | keyof LendingDay, 'timestamp'>

interface PanelOf {
  readonly title: string
  readonly of: 'pool' | 'lending'
  readonly sign: string
  readonly kind: 'line' | 'stack'
  readonly lines: readonly (readonly [name: string, member: Figure])[]
}

const PANELS: readonly PanelOf[] = [
  {
    title: 'APY, %',
    of: 'pool',
    sign: '',
    kind: 'stack',
    lines: [
      ['Base', 'apyBase'],
      ['Reward', 'apyReward'],
    ],
  },
  { title: 'Value locked', of: 'pool', sign: '$', kind: 'line', lines: [['TVL', 'tvlUsd']] },
  {
    title: 'Price of a share',
    of: 'pool',
    sign: '',
    kind: 'line',
    lines: [['Price', 'pricePerShare']],
  },
  {
    title: 'Impermanent loss of 7 days, %',
    of: 'pool',
    sign: '',
    kind: 'line',
    lines: [['Loss', 'il7d']],
  },
  {
    title: 'Supplied and borrowed',
    of: 'lending',
    sign: '$',
    kind: 'line',
    lines: [
      ['Supplied', 'totalSupplyUsd'],
      ['Borrowed', 'totalBorrowUsd'],
    ],
  },
  {
    title: 'Rates, %',
    of: 'lending',
    sign: '',
    kind: 'line',
    lines: [
      ['Lend', 'apyBase'],
      ['Borrow', 'apyBaseBorrow'],
      ['Reward of borrowing', 'apyRewardBorrow'],
    ],
  },
]

const FACTS = { pool: 'yield_samples', lending: 'lending_samples' } as const

/** What is recorded of a pool over time, a panel for each kind. */
export function PoolPanels({ pool, view }: { pool: string; view: SeriesView }) {
  const lending = useOperation('getLendBorrowChart', { pool })
  const isLending = lending.data?.body.data[0] !== undefined
  return PANELS.filter(({ of }) => of === 'pool' || isLending).map((panel) => (
    <Panel key={panel.title} panel={panel} pool={pool} view={view} />
  ))
}

/** Lines of an answer over time; those without a value are left out, and so is an empty panel. */
function Panel({ panel, pool, view }: { panel: PanelOf; pool: string; view: SeriesView }) {
  const days =
    panel.of === 'pool'
      ? request('getPriceChartOrPoolChart', { coinsOrPool: pool })
      : request('getLendBorrowChart', { pool })
  const { data } = useRequest<BodyOf<typeof days>>(days)
  const known = panel.lines.filter(
    ([, member]) =>
      data !== undefined && daysOf(data.body).some((day) => figureOf(day, member) !== null),
  )
  if (data !== undefined && known.length === 0) return null
  return (
    <SeriesBlock<BodyOf<typeof days>>
      title={panel.title}
      {...days}
      kind={panel.kind}
      sign={panel.sign}
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

/** The days of a pool; the address that has them answers for coins, too. */
function daysOf(
  body: Body<'getPriceChartOrPoolChart'> | Body<'getLendBorrowChart'>,
): readonly (PoolDay | LendingDay)[] {
  return 'data' in body ? body.data : []
}

function figureOf(day: PoolDay | LendingDay, figure: Figure): number | null {
  const figures: Partial<Record<Figure, number | null>> = day
  return figures[figure] ?? null
}
