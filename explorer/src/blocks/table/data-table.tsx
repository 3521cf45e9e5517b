import { type ReactNode, use, useMemo, useRef } from 'react'
import type { Sort } from '../../lib/view-state.ts'
import { type Column, classOf, isLeft, signOf, unitOf, writeValue } from './column.ts'
import { Row, WidestRow } from './row.tsx'
import { leavesOf, summed, type Tree, treeRows } from './table-rows.ts'
import { useRowKeys, useSelection } from './use-selection.ts'
import { FIRST_ROWS, useVirtualRows } from './use-virtual-rows.ts'
import './table.css'
import { ResponsePath } from '../../api/response.ts'
import { exact } from '../../lib/writing.ts'
import { sourceOf } from '../figure/origin.ts'
import { ProvenanceButton } from '../figure/provenance-button.tsx'

export interface DataTableProps<RowType> {
  readonly label: string
  readonly rows: readonly RowType[]
  readonly columns: readonly Column<RowType>[]
  /** Ids of the columns to show; all that are not extra when absent. */
  readonly shown?: readonly string[]
  readonly sort: Sort
  onSort(sort: Sort): void
  keyOf(row: RowType): string
  /** Page of a row; its first cell is the link. */
  hrefOf?: ((row: RowType) => string | null) | undefined
  /** Left of the first cell, such as a star. */
  lead?: ((row: RowType) => ReactNode) | undefined
  /** Rows that are under others. */
  readonly tree?: Tree<RowType> | undefined
  readonly hasTotals?: boolean
  readonly empty?: ReactNode
}

/** A table: sorted by its heads, walked by keys, virtual when long. */
export function DataTable<RowType>(props: DataTableProps<RowType>) {
  const { label, rows, columns, shown, sort, onSort, keyOf, hrefOf, lead, tree } = props
  const visible = useMemo(
    () =>
      shown === undefined || shown.length === 0
        ? columns.filter(({ isExtra }) => isExtra !== true)
        : columns.filter(({ id }) => shown.includes(id)),
    [columns, shown],
  )
  const placed = useMemo(() => treeRows(rows, columns, sort, tree), [rows, columns, sort, tree])
  const ordered = useMemo(() => placed.map(({ row }) => row), [placed])
  const body = useRef<HTMLTableSectionElement>(null)
  const part = useVirtualRows(ordered.length, body)
  const selection = useSelection(ordered, visible, keyOf, body)
  const onKeyDown = useRowKeys(body, selection)
  if (rows.length === 0) return <div className="empty">{props.empty ?? 'No results'}</div>
  return (
    <div className="table-scroll">
      <table className="data" aria-label={label} aria-rowcount={ordered.length + 1}>
        <thead>
          <tr>
            <th scope="col" className="rank">
              <span className="for-readers">Rank</span>
            </th>
            {visible.map((column) => (
              <Head key={column.id} column={column} sort={sort} onSort={onSort} />
            ))}
          </tr>
          {ordered.length > FIRST_ROWS && (
            <WidestRow rows={rows} columns={visible} hrefOf={hrefOf} lead={lead} />
          )}
        </thead>
        <tbody ref={body} onKeyDown={onKeyDown}>
          <Spacer height={part.before} columns={visible.length + 1} />
          {placed.slice(part.start, part.end).map(({ row, rank }, index) => (
            <Row
              key={keyOf(row)}
              rowKey={keyOf(row)}
              isSelected={selection.keys.has(keyOf(row))}
              row={row}
              place={part.start + index + 1}
              rank={rank}
              columns={visible}
              href={hrefOf?.(row) ?? null}
              lead={lead}
            />
          ))}
          <Spacer height={part.after} columns={visible.length + 1} />
        </tbody>
        {props.hasTotals === true && <Totals columns={visible} rows={leavesOf(rows, tree)} />}
      </table>
      <p role="status" className="selected-note">
        {selection.keys.size > 0 &&
          `${selection.keys.size} selected: Copy · Compare (c) · Clear (Esc)`}
      </p>
    </div>
  )
}

function Head<RowType>(
  props: Pick<DataTableProps<RowType>, 'sort' | 'onSort'> & { column: Column<RowType> },
) {
  const { column, sort, onSort } = props
  const isSorted = sort.column === column.id
  const unit = unitOf(column)
  const content = (
    <>
      {column.head} {unit !== '' && <small>{unit}</small>}
    </>
  )
  const next = isSorted ? !sort.isDescending : !isLeft(column.kind)
  return (
    <th
      scope="col"
      className={classOf(column)}
      title={column.describe}
      aria-sort={isSorted ? (sort.isDescending ? 'descending' : 'ascending') : undefined}
    >
      {column.isFixed === true ? (
        <span className="fixed-head">{content}</span>
      ) : (
        <button type="button" onClick={() => onSort({ column: column.id, isDescending: next })}>
          {content}
        </button>
      )}
    </th>
  )
}

function Spacer({ height, columns }: { height: number; columns: number }) {
  if (height === 0) return null
  return (
    <tr className="spacer">
      <td colSpan={columns} style={{ height }} />
    </tr>
  )
}

/** Sums of what is shown; each opens what the response it is added from rests on. */
function Totals<RowType>(props: { columns: readonly Column<RowType>[]; rows: readonly RowType[] }) {
  const { columns, rows } = props
  const sums = summed(columns, rows)
  return (
    <tfoot>
      <tr>
        <td />
        {columns.map((column, index) => (
          <td key={column.id} className={classOf(column)}>
            {index === 0 ? (
              `Sum of ${rows.length}`
            ) : (
              <Total column={column} sum={sums.get(column.id)} count={rows.length} />
            )}
          </td>
        ))}
      </tr>
    </tfoot>
  )
}

function Total<RowType>(props: {
  column: Column<RowType>
  sum: number | null | undefined
  count: number
}) {
  const { column, sum, count } = props
  const source = sourceOf(use(ResponsePath))
  if (sum === undefined) return null
  const text = writeValue(column, sum)
  if (sum === null || source === null) return text
  return (
    <ProvenanceButton
      name={`${column.head}, sum of ${count}`}
      value={exact(sum, signOf(column))}
      source={source}
    >
      {text}
    </ProvenanceButton>
  )
}
