import { useCallback } from 'react'
import { useAnswer } from '../../api/use-answer.ts'
import { SearchField } from '../../blocks/filters/search-field.tsx'
import type { Column } from '../../blocks/table/column.ts'
import { TableBlock } from '../../blocks/table/table-block.tsx'
import { names, sorting, text } from '../../lib/view-state.ts'
import { PageHead } from '../../page/page-head.tsx'
import { useView } from '../../page/use-view.ts'

interface ChainRow {
  readonly name: string
  readonly tvl: number | null
  readonly tokenSymbol: string | null
  readonly chainId: number | string | null
}

const keys = { q: text(), cols: names(), sort: sorting('-tvl') }

const columns: readonly Column<ChainRow>[] = [
  { id: 'name', head: 'Chain', kind: 'text', isMain: true, value: (row) => row.name },
  { id: 'tvl', head: 'TVL', kind: 'usd', isMain: true, addsUp: true, value: (row) => row.tvl },
  { id: 'token', head: 'Token', kind: 'text', value: (row) => row.tokenSymbol },
  { id: 'chainId', head: 'Chain id', kind: 'text', value: (row) => textOf(row.chainId) },
]

export function Chains() {
  const view = useView(keys)
  const asked = useAnswer<readonly ChainRow[]>('/v2/chains')
  const { q } = view.state
  const rowsOf = useCallback(
    (rows: readonly ChainRow[]) =>
      rows.filter(({ name }) => name.toLowerCase().includes(q.trim().toLowerCase())),
    [q],
  )
  return (
    <>
      <PageHead title="Chains" ignored={view.ignored} />
      <TableBlock
        title="Chains"
        asked={asked}
        view={view}
        columns={columns}
        rowsOf={rowsOf}
        keyOf={(row) => row.name}
        hrefOf={(row) => `/chains/${encodeURIComponent(row.name)}`}
        hasTotals
        empty="No chain fits these filters."
        filters={
          <SearchField label="Name" value={q} onChange={(value) => view.set({ q: value })} />
        }
      />
    </>
  )
}

function textOf(id: number | string | null): string | null {
  return id === null ? null : String(id)
}
