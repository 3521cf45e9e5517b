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
  readonly sign: string
  readonly kind: 'line' | 'stack'
  readonly lines: readonly (readonly [name: string, member: Figure])[]
}

const panel = (
  of: PanelOf['of'],
  title: string,
  lines: PanelOf['lines'],
  more: Partial<PanelOf> = {},
): PanelOf => ({ title, of, sign: '', kind: 'line', lines, ...more })

const PANELS: readonly PanelOf[] = [
  panel(
    'pool',
    'APY, %',
    [
      ['Base', 'apyBase'],
      ['Reward', 'apyReward'],
    ],
    { kind: 'stack' },
  ),
  panel('pool', 'Value locked', [['TVL', 'tvlUsd']], { sign: '$' }),
  panel('pool', 'Price of a share', [['Price', 'pricePerShare']]),
  panel('pool', 'Impermanent loss of 7 days, %', [['Loss', 'il7d']]),
  panel(
    'lending',
    'Supplied and borrowed',
    [
      ['Supplied', 'totalSupplyUsd'],
      ['Borrowed', 'totalBorrowUsd'],
    ],
    { sign: '$' },
  ),
  panel('lending', 'Rates, %', [
    ['Lend', 'apyBase'],
    ['Borrow', 'apyBaseBorrow'],
    ['Reward of borrowing', 'apyRewardBorrow'],
  ]),
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
