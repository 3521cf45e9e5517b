import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useAnswer } from '../../api/use-answer.ts'
import { SeriesBlock, type SeriesView } from '../../blocks/chart/series-block.tsx'
import { Watch } from '../../blocks/watch/watch.tsx'
import { toSec } from '../../lib/times.ts'
import { names, sorting } from '../../lib/view-state.ts'
import { AppLink } from '../../page/app-link.tsx'
import { PageHead } from '../../page/page-head.tsx'
import { seriesKeys } from '../../page/series-keys.ts'
import { useParam } from '../../page/use-param.ts'
import { useView } from '../../page/use-view.ts'
import { OLD_POOLS, type OldPool } from './old-keys.tsx'
import { PoolFigures } from './pool-figures.tsx'
import type { PoolRow, Pools } from './pool-row.ts'
import { PoolSiblings } from './pool-siblings.tsx'

const keys = { ...seriesKeys, cols: names(), sort: sorting('-tvl') }
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** A day of either answer: times, and figures by name. */
type Days = Pools<{ readonly timestamp: string } & Readonly<Record<string, number | null>>>

/** A page of a pool; one that is named by its old key is sent to its id. */
export function Pool() {
  const pool = useParam('pool')
  return UUID.test(pool) ? <KnownPool pool={pool} /> : <OldKey pool={pool} />
}

function OldKey({ pool }: { pool: string }) {
  const navigate = useNavigate()
  const asked = useAnswer<Pools<OldPool>>(OLD_POOLS.path, OLD_POOLS.query)
  const found = asked.data?.body.data.find((row) => row.pool_old === pool)?.pool
  useEffect(() => {
    if (found !== undefined) void navigate({ to: `/yields/${found}` as never, replace: true })
  }, [found, navigate])
  return (
    <>
      <PageHead title="Pool" note={<code>{pool}</code>} />
      {asked.data !== undefined && found === undefined && (
        <p>
          No pool had this key. <AppLink to="/yields/old-keys">All old keys</AppLink>
        </p>
      )}
    </>
  )
}

/** One pool: its yield and its size over time, and pools like it. */
function KnownPool({ pool }: { pool: string }) {
  const view = useView(keys)
  const all = useAnswer<Pools<PoolRow>>('/pools', { fields: POOL_FIELDS })
  const row = all.data?.body.data.find((candidate) => candidate.pool === pool)
  const lending = useAnswer<Days>(`/yields/chartLendBorrow/${pool}`)
  const isLending = (lending.data?.body.data.length ?? 0) > 0
  return (
    <>
      <PageHead
        title={row?.symbol ?? 'Pool'}
        note={row === undefined ? <code>{pool}</code> : `${row.project} on ${row.chain}`}
        crumb={<AppLink to="/yields">Yields</AppLink>}
        ignored={view.ignored}
        actions={
          row !== undefined && (
            <Watch kind="pool" id={pool} name={`${row.symbol}, ${row.project}`} />
          )
        }
      />
      <PoolFigures pool={pool} row={row} isLoading={all.isPending} />
      {PANELS.filter(({ of }) => of === 'pool' || isLending).map((panel) => (
        <Panel key={panel.title} panel={panel} pool={pool} view={view} />
      ))}
      {row !== undefined && <PoolSiblings row={row} asked={all} view={view} />}
    </>
  )
}

const POOL_FIELDS =
  'pool,chain,project,symbol,tvlUsd,apy,apyBase,apyReward,apyMean30d,apyPct1D,apyPct7D,ilRisk,exposure,il7d,sigma,outlier'

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
