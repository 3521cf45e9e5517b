import { type ReactNode, useMemo } from 'react'
import type { ResponseState } from '../../api/response.ts'
import type { Sort, ViewWith } from '../../lib/view-state.ts'
import { grouped } from '../../lib/writing.ts'
import { Block } from '../states/block.tsx'
import { type Column, exportCell, exportHead } from './column.ts'
import { DataTable } from './data-table.tsx'
import { leavesOf, sortRows, type Tree } from './table-rows.ts'

/** Order and columns of a table. */
export interface TableState {
  readonly sort: Sort
  readonly cols: readonly string[]
}

export type TableView = ViewWith<TableState>

export interface TableBlockProps<T, Row> {
  readonly title: string
  readonly asked: ResponseState<T>
  readonly view: TableView
  readonly columns: readonly Column<Row>[]
  /** Rows of the response that fit the filters. */
  rowsOf(body: T): readonly Row[]
  keyOf(row: Row): string
  hrefOf?: ((row: Row) => string | null) | undefined
  lead?: ((row: Row) => ReactNode) | undefined
  /** Rows that are under others; files and counts have them in place of those. */
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
  const { hasTotals = false, empty } = props
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
        <ColumnChooser
          columns={columns}
          shown={cols}
          onChange={(next) => view.set({ cols: next })}
        />
      }
      exports={{
        name: title,
        // Those of the filter, in the order of the screen, with all of their columns.
        rows: () => ({
          head: columns.map(exportHead),
          rows: sortRows(leavesOf(rows, tree), columns, sort).map((row) =>
            columns.map((column) => exportCell(column, row)),
          ),
        }),
      }}
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
            {...{ hrefOf, lead, tree, hasTotals, empty }}
          />
          {props.foot}
        </>
      )}
    </Block>
  )
}

/** Which columns of a table are shown; without a choice those that are not extra. */
function ColumnChooser<Row>(props: {
  columns: readonly Column<Row>[]
  shown: readonly string[]
  onChange(shown: readonly string[]): void
}) {
  const { columns, shown, onChange } = props
  const usual = columns.filter(({ isExtra }) => isExtra !== true).map(({ id }) => id)
  const chosen = new Set(shown.length === 0 ? usual : shown)
  const toggle = (id: string) => {
    if (!chosen.delete(id)) chosen.add(id)
    const next = columns.map((column) => column.id).filter((name) => chosen.has(name))
    onChange(next.join() === usual.join() ? [] : next)
  }
  return (
    <details className="chooser">
      <summary className="action">Columns</summary>
      <fieldset aria-label="Columns">
        {columns.map(({ id, head }, index) => (
          <label key={id}>
            <input
              type="checkbox"
              checked={chosen.has(id)}
              disabled={index === 0}
              onChange={() => toggle(id)}
            />
            {head}
          </label>
        ))}
      </fieldset>
    </details>
  )
}
