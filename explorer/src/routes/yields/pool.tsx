import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useRequest } from '../../api/use-operation.ts'
import { Block } from '../../blocks/states/block.tsx'
import { Watch } from '../../blocks/watch/watch.tsx'
import { names, sorting } from '../../lib/view-state.ts'
import { AppLink } from '../../page/app-link.tsx'
import { PageHead } from '../../page/page-head.tsx'
import { seriesKeys } from '../../page/series-keys.ts'
import { useParam } from '../../page/use-param.ts'
import { useView } from '../../page/use-view.ts'
import { OLD_POOLS } from './old-keys.tsx'
import { PoolFigures } from './pool-figures.tsx'
import { PoolPanels } from './pool-panels.tsx'
import { POOLS } from './pool-row.ts'
import { PoolSiblings } from './pool-siblings.tsx'

const keys = { ...seriesKeys, cols: names(), sort: sorting('-tvl') }
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** A page of a pool; one that is named by its old key is sent to its id. */
export function Pool() {
  const pool = useParam('pool')
  return UUID.test(pool) ? <KnownPool pool={pool} /> : <OldKey pool={pool} />
}

function OldKey({ pool }: { pool: string }) {
  const navigate = useNavigate()
  const asked = useRequest(OLD_POOLS)
  const found = asked.data?.body.data.find((row) => row.pool_old === pool)?.pool
  useEffect(() => {
    if (found !== undefined) void navigate({ to: `/yields/${found}` as never, replace: true })
  }, [found, navigate])
  return (
    <>
      <PageHead title="Pool" note={<code>{pool}</code>} />
      <Block asked={asked} shape={{ rows: 3 }}>
        {() =>
          found === undefined && (
            <p>
              No pool had this key. <AppLink to="/yields/old-keys">All old keys</AppLink>
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
      <PoolPanels pool={pool} view={view} />
      {row !== undefined && <PoolSiblings row={row} asked={all} view={view} />}
    </>
  )
}
