import type { Body } from '../../api/answers.ts'
import { useOperation } from '../../api/use-operation.ts'
import { column } from '../../blocks/table/column.ts'
import { TableBlock, type TableView } from '../../blocks/table/table-block.tsx'

type Pools = Body<'listPools'>
type Pool = Pools['data'][number]

/** Pools of a protocol; the section is left out where it has none. */
export function ProtocolPools({ slug, view }: { slug: string; view: TableView }) {
  const asked = useOperation('listPools', { project: slug })
  if (asked.error?.status === 404 || asked.data?.body.data.length === 0) return null
  return (
    <TableBlock
      title="Pools"
      asked={asked}
      view={view}
      columns={columns}
      rowsOf={rowsOf}
      keyOf={({ pool }) => pool}
      hrefOf={({ pool }) => `/yields/${encodeURIComponent(pool)}`}
    />
  )
}

const rowsOf = ({ data }: Pools) => data

const columns = [
  column<Pool>('text', 'symbol', 'Pool', ({ symbol }) => symbol, { isMain: true }),
  column<Pool>('text', 'chain', 'Chain', ({ chain }) => chain),
  column<Pool>('usd', 'tvl', 'TVL', ({ tvlUsd }) => tvlUsd, { isMain: true }),
  column<Pool>('percent', 'apy', 'APY', ({ apy }) => apy, { isMain: true }),
]
