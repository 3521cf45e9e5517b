import { useOperation } from '../../api/use-operation.ts'
import { TableBlock } from '../../blocks/table/table-block.tsx'
import { useTableView } from '../../page/use-table-view.ts'
import type { Group } from './group.ts'
import { groupColumns } from './group-columns.tsx'

const columns = groupColumns('Sector', ({ sector }) => sector)
const rowsOf = (rows: readonly Group[]) => rows

/** Sectors of the market, largest first. */
export function Sectors() {
  const asked = useOperation('listEquitySectors', {})
  return (
    <TableBlock
      title="Sectors"
      asked={asked}
      view={useTableView('-mcap')}
      columns={columns}
      rowsOf={rowsOf}
      keyOf={({ sectorSlug }) => sectorSlug}
      hrefOf={({ sectorSlug }) => `/equities/sectors/${encodeURIComponent(sectorSlug)}`}
      hasTotals
    />
  )
}
