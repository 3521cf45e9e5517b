import { type ReactNode, useMemo } from 'react'
import type { AnswerState } from '../../api/asked.ts'
import { grouped } from '../../lib/numbers.ts'
import type { Sort } from '../../lib/view-state.ts'
import { ExportTable } from '../export/export-table.tsx'
import { ColumnChooser } from '../filters/column-chooser.tsx'
import { Block } from '../states/block.tsx'
import type { Column } from './column.ts'
import { DataTable } from './data-table.tsx'
import { sortRows } from './sort-rows.ts'
import { leavesOf, type Tree } from './tree-rows.ts'

export interface TableView {
  readonly state: { readonly sort: Sort; readonly cols: readonly string[] }
  set(changes: Partial<TableView['state']>): void
}

export interface TableBlockProps<T, Row> {
  readonly title: string
  readonly asked: AnswerState<T>
  readonly view: TableView
  readonly columns: readonly Column<Row>[]
  /** Rows of the answer that fit the filters. */
  rowsOf(body: T): readonly Row[]
  keyOf(row: Row): string
  hrefOf?(row: Row): string | null
  lead?(row: Row): ReactNode
  /** Rows that lie under others; files and counts have them in place of those. */
  readonly tree?: Tree<Row> | undefined
  readonly filters?: ReactNode
  readonly hasTotals?: boolean
  /** What to say where no row fits; what to run where nothing was imported. */
  readonly empty?: ReactNode
  /** Below the rows, such as a way to further ones. */
  readonly foot?: ReactNode
  /** Beside the title, of the rows that are shown: how many, in words and as a number. */
  readonly note?: (shown: string, count: number) => ReactNode
}

export const AWAITED_TABLE = { rows: 20, isOpenEnded: true }

/** A section that is a table: filters, columns, exports and the rows. */
export function TableBlock<T, Row>(props: TableBlockProps<T, Row>) {
  const { title, asked, view, columns, rowsOf, keyOf, hrefOf, lead, tree, filters } = props
  const { sort, cols } = view.state
  const body = asked.data?.body
  const rows = useMemo(() => (body === undefined ? [] : rowsOf(body)), [body, rowsOf])
  const count = leavesOf(rows, tree).length
  const shown = grouped(count, 0)
  const awaited = asked.error === null ? '…' : undefined
  return (
    <Block
      title={title}
      note={body === undefined ? awaited : (props.note?.(shown, count) ?? shown)}
      asked={asked}
      shape={AWAITED_TABLE}
      tools={filters}
      actions={
        <>
          <ColumnChooser
            columns={columns}
            shown={cols}
            onChange={(next) => view.set({ cols: next })}
          />
          <ExportTable
            name={title}
            columns={columns}
            rows={() => sortRows(leavesOf(rows, tree), columns, sort)}
            address={asked.data?.address}
          />
        </>
      }
    >
      {() => (
        <>
          <DataTable
            label={title}
            rows={rows}
            columns={columns}
            shown={cols}
            sort={sort}
            onSort={(next) => view.set({ sort: next })}
            keyOf={keyOf}
            {...(hrefOf === undefined ? {} : { hrefOf })}
            {...(lead === undefined ? {} : { lead })}
            hasTotals={props.hasTotals ?? false}
            tree={tree}
            empty={props.empty}
          />
          {props.foot}
        </>
      )}
    </Block>
  )
}
