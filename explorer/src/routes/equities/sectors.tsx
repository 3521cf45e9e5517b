import { useAnswer } from '../../api/use-answer.ts'
import { type Column, column } from '../../blocks/table/column.ts'
import { TableBlock } from '../../blocks/table/table-block.tsx'
import { useTableView } from '../../page/use-table-view.ts'

export interface Group {
  readonly sector: string
  readonly sectorSlug: string
  readonly industry?: string
  readonly industrySlug?: string
  readonly weight: number | null
  readonly companyCount?: number
  readonly marketCap: number | null
  readonly trailingPE: number | null
  readonly priceToRevenue: number | null
  readonly enterpriseValueToEbitda: number | null
  readonly dividendYield: number | null
  readonly priceChangePercentage1d: number | null
  readonly priceChangePercentage7d: number | null
  readonly priceChangePercentage1m: number | null
}

/** Columns of sectors and of industries. */
export function groupColumns(name: string, nameOf: (row: Group) => string): Column<Group>[] {
  return [
    column('text', 'name', name, nameOf, { isMain: true }),
    column('percent', 'weight', 'Weight', ({ weight }) => weight),
    column('usd', 'mcap', 'Market cap', ({ marketCap }) => marketCap, {
      isMain: true,
      unitSize: 1e9,
      addsUp: true,
    }),
    column('ratio', 'pe', 'P/E', ({ trailingPE }) => trailingPE),
    column('ratio', 'ps', 'P/S', ({ priceToRevenue }) => priceToRevenue),
    column('ratio', 'ev', 'EV/EBITDA', (row) => row.enterpriseValueToEbitda),
    column('percent', 'yield', 'Dividend', ({ dividendYield }) => dividendYield),
    column('change', 'day', '1d', (row) => row.priceChangePercentage1d, { isMain: true }),
    column('change', 'week', '7d', (row) => row.priceChangePercentage7d),
    column('change', 'month', '30d', (row) => row.priceChangePercentage1m),
  ]
}

const columns = groupColumns('Sector', ({ sector }) => sector)

/** Sectors of the market, largest first. */
export function Sectors() {
  const asked = useAnswer<readonly Group[]>('/equities/v1/sectors')
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

const rowsOf = (rows: readonly Group[]) => rows
