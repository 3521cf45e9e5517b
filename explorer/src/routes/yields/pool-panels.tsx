import { useAnswer } from '../../api/use-answer.ts'
import { SeriesBlock, type SeriesView } from '../../blocks/chart/series-block.tsx'
import { toSec } from '../../lib/times.ts'
import type { Pools } from './pool-row.ts'

/** A day of either answer: times, and figures by name. */
type Days = Pools<{ readonly timestamp: string } & Readonly<Record<string, number | null>>>

interface PanelOf {
  readonly title: string
  readonly of: 'pool' | 'lending'
  readonly sign: string
  readonly kind: 'line' | 'stack'
  readonly lines: readonly (readonly [name: string, member: string])[]
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

/** What is recorded of a pool over time, a panel for each kind. */
export function PoolPanels({ pool, view }: { pool: string; view: SeriesView }) {
  const lending = useAnswer<Days>(`/yields/chartLendBorrow/${pool}`)
  const isLending = lending.data?.body.data[0] !== undefined
  return PANELS.filter(({ of }) => of === 'pool' || isLending).map((panel) => (
    <Panel key={panel.title} panel={panel} pool={pool} view={view} />
  ))
}

/** Lines of an answer over time; those without a value are left out, and so is an empty panel. */
function Panel({ panel, pool, view }: { panel: PanelOf; pool: string; view: SeriesView }) {
  const path = panel.of === 'pool' ? `/chart/${pool}` : `/yields/chartLendBorrow/${pool}`
  const { data } = useAnswer<Days>(path)
  const known = panel.lines.filter(([, member]) =>
    data?.body.data.some((day) => typeof day[member] === 'number'),
  )
  if (data !== undefined && known.length === 0) return null
  return (
    <SeriesBlock<Days>
      title={panel.title}
      path={path}
      kind={panel.kind}
      sign={panel.sign}
      modes={panel.kind === 'stack' ? ['abs', 'share'] : ['abs', 'log']}
      view={view}
      height={200}
      seriesOf={(body) =>
        known.map(([name, member]) => ({
          name,
          points: body.data.map((day) => [toSec(day.timestamp), day[member] ?? null]),
        }))
      }
    />
  )
}
