import { useCallback } from 'react'
import type { Asked } from '../../api/asked.ts'
import { column } from '../../blocks/table/column.ts'
import { TableBlock, type TableView } from '../../blocks/table/table-block.tsx'
import { type PoolRow, type Pools, poolHref } from './pool-row.ts'

/** Pools of the same project, and of the same tokens elsewhere. */
export function PoolSiblings({
  row,
  asked,
  view,
}: {
  row: PoolRow
  asked: Asked<Pools>
  view: TableView
}) {
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
      empty="There is no other."
    />
  )
}

const columns = [
  column<PoolRow>('text', 'symbol', 'Pool', ({ symbol }) => symbol, { isMain: true }),
  column<PoolRow>('text', 'project', 'Project', ({ project }) => project),
  column<PoolRow>('text', 'chain', 'Chain', ({ chain }) => chain),
  column<PoolRow>('usd', 'tvl', 'TVL', ({ tvlUsd }) => tvlUsd, { isMain: true }),
  column<PoolRow>('percent', 'apy', 'APY', ({ apy }) => apy, { isMain: true }),
  column<PoolRow>('percent', 'mean', '30d mean', ({ apyMean30d }) => apyMean30d),
]
