import { type ApiRequest, useRequest } from '../api/request.ts'
import { TableBlock, type TableBlockProps, type TableView } from '../blocks/table/table-block.tsx'
import { useTableView } from './page-head.tsx'

/** What a table is, whatever asks for its rows and holds its view. */
export type TableOf<T, Row> = Omit<TableBlockProps<T, Row>, 'asked' | 'view'>

/** A table that is the same on every page: declared once, outside of components. */
export function defineTable<T, Row>(table: TableOf<T, Row>): TableOf<T, Row> {
  return table
}

export interface TableSectionProps<T, Row> extends TableOf<T, Row>, ApiRequest<T> {
  /** Order until another is chosen. */
  readonly sort: string
  /** The view of the page; without one the table keeps its own. */
  readonly view?: TableView
  /** Left out where it has no rows; or until it has some, where that is the rule. */
  readonly leftOut?: 'when empty' | 'until known'
}

/** A section that is a table of one response. */
export function TableSection<T, Row>(props: TableSectionProps<T, Row>) {
  const { sort, view, leftOut, ...table } = props
  const asked = useRequest<T>(props)
  const own = useTableView(sort)
  const body = asked.data?.body
  const isAwaited = body === undefined && asked.error?.status !== 404
  const hasRows = body !== undefined && table.rowsOf(body).length > 0
  if (leftOut !== undefined && !hasRows && (!isAwaited || leftOut === 'until known')) return null
  return <TableBlock {...table} asked={asked} view={view ?? own} />
}
