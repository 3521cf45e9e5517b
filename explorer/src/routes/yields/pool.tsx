import { useCallback, useEffect } from 'react'
import { useRequest } from '../../api/request.ts'
import type { QueryResult } from '../../api/response.ts'
import { FigureStrip } from '../../blocks/figure/figure-strip.tsx'
import type { Source } from '../../blocks/figure/origin.ts'
import { Block } from '../../blocks/states/block.tsx'
import { type Column, column, MAIN } from '../../blocks/table/column.ts'
import { TableBlock, type TableView } from '../../blocks/table/table-block.tsx'
import { Watch } from '../../blocks/watch/watch.tsx'
import { tableKeys } from '../../lib/view-state.ts'
import { change } from '../../lib/writing.ts'
import { AppLink } from '../../page/app-link.tsx'
import { DetailHead, PageHead, useParam, useView } from '../../page/page-head.tsx'
import { seriesKeys } from '../../page/series-keys.ts'
import { useGo } from '../../page/use-go.ts'
import { OLD_POOLS } from './lists.tsx'
import { PoolPanels } from './pool-panels.tsx'
import { POOLS, type PoolRow, type Pools, poolHref } from './pool-row.ts'

const keys = { ...seriesKeys, ...tableKeys('-tvl') }
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** A page of a pool; one that is named by its old key is sent to its id. */
export function Pool() {
  const pool = useParam('pool')
  return UUID.test(pool) ? <KnownPool pool={pool} /> : <OldKey pool={pool} />
}

function OldKey({ pool }: { pool: string }) {
  const go = useGo()
  const asked = useRequest(OLD_POOLS)
  const found = asked.data?.body.data.find((row) => row.pool_old === pool)?.pool
  useEffect(() => {
    if (found !== undefined) go(`/yields/${found}`, { replaces: true })
  }, [found, go])
  return (
    <>
      <PageHead title="Pool" note={<code>{pool}</code>} />
      <Block asked={asked} shape={{ rows: 3 }}>
        {() =>
          found === undefined && (
            <p>
              No pool with this key. <AppLink to="/yields/old-keys">All old keys</AppLink>
            </p>
          )
        }
      </Block>
    </>
  )
}

/** One pool: its yield and its size over time, and pools like it. */
function KnownPool({ pool }: { pool: string }) {
  const view = useView(keys)
  const all = useRequest(POOLS)
  const row = all.data?.body.data.find((candidate) => candidate.pool === pool)
  return (
    <>
      <DetailHead
        of="/yields"
        title={row?.symbol ?? 'Pool'}
        note={row === undefined ? <code>{pool}</code> : `${row.project} on ${row.chain}`}
        ignored={view.ignored}
        actions={
          row !== undefined && (
            <Watch kind="pool" id={pool} name={`${row.symbol}, ${row.project}`} />
          )
        }
      />
      <PoolFigures pool={pool} row={row} isLoading={all.isPending} />
      <PoolPanels pool={pool} view={view} />
      {row !== undefined && <PoolSiblings row={row} asked={all} view={view} />}
    </>
  )
}

/** What a pool yields and holds now. */
function PoolFigures(props: { pool: string; row: PoolRow | undefined; isLoading: boolean }) {
  const { pool, row, isLoading } = props
  const source: Source = { operation: 'getPoolChart', parameters: { pool } }
  const points =
    row === undefined ? '' : `1d ${change(row.apyPct1D)} pp, 7d ${change(row.apyPct7D)} pp`
  return (
    <FigureStrip
      items={[
        { name: 'APY, %', value: row?.apy, isLoading, source, note: points },
        { name: 'Base, %', value: row?.apyBase, isLoading },
        { name: 'Reward, %', value: row?.apyReward, isLoading },
        { name: '30 days mean, %', value: row?.apyMean30d, isLoading },
        { name: 'Value locked', value: row?.tvlUsd, sign: '$', isLoading, source },
        {
          name: 'Sigma',
          value: row?.sigma,
          isLoading,
          note: row === undefined ? '' : riskText(row),
        },
      ]}
    />
  )
}

function riskText({ ilRisk, exposure, outlier }: PoolRow): string {
  const loss = ilRisk === 'no' ? 'no loss risk' : 'loss risk'
  return `${loss}, ${exposure} exposure${outlier ? ', outlier' : ''}`
}

/** Pools of the same project, and of the same tokens elsewhere. */
function PoolSiblings(props: { row: PoolRow; asked: QueryResult<Pools>; view: TableView }) {
  const { row, asked, view } = props
  const { pool, project, symbol } = row
  const rowsOf = useCallback(
    ({ data }: Pools) =>
      data.filter(
        (other) => other.pool !== pool && (other.project === project || other.symbol === symbol),
      ),
    [pool, project, symbol],
  )
  return (
    <TableBlock
      title="Same project or same tokens"
      asked={asked}
      view={view}
      columns={columns}
      rowsOf={rowsOf}
      keyOf={(other) => other.pool}
      hrefOf={poolHref}
      empty="No related pools."
    />
  )
}

const columns: readonly Column<PoolRow>[] = [
  column('text', 'symbol', 'Pool', 'symbol', MAIN),
  column('text', 'project', 'Project', 'project'),
  column('text', 'chain', 'Chain', 'chain'),
  column('usd', 'tvl', 'TVL', 'tvlUsd', MAIN),
  column('percent', 'apy', 'APY', 'apy', MAIN),
  column('percent', 'mean', '30d mean', 'apyMean30d'),
]
