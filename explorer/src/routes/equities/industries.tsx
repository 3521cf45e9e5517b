import { useOperation } from '../../api/use-operation.ts'
import { TableBlock } from '../../blocks/table/table-block.tsx'
import { names } from '../../lib/view-state.ts'
import { AppLink } from '../../page/app-link.tsx'
import { useTableView } from '../../page/use-table-view.ts'
import type { Group } from './group.ts'
import { groupColumns } from './group-columns.tsx'

const rowsOf = (rows: readonly Group[]) => rows

// An industry narrows the list of companies below.
const columns = groupColumns('Industry', ({ industry }) => industry ?? '', {
  show: ({ sectorSlug, industry, industrySlug }) => (
    <AppLink
      to={`/equities/sectors/${encodeURIComponent(sectorSlug)}`}
      search={{ industry: names().format([industrySlug ?? '']) }}
    >
      {industry}
    </AppLink>
  ),
})

/** Industries of a sector, largest first. */
export function Industries({ sector }: { sector: string }) {
  const asked = useOperation('listEquityIndustries', { sector })
  return (
    <TableBlock
      title="Industries"
      asked={asked}
      view={useTableView('-mcap')}
      columns={columns}
      rowsOf={rowsOf}
      keyOf={({ industrySlug }) => industrySlug ?? ''}
      hasTotals
    />
  )
}
