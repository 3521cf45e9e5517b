import { memo, type ReactNode } from 'react'
import { direction, exact } from '../../lib/writing.ts'
import { AppLink } from '../../page/app-link.tsx'
import { ProvenanceButton } from '../figure/provenance-button.tsx'
import { type Column, classOf, signOf, writeCell } from './column.ts'

import { widestOf } from './table-rows.ts'

interface RowProps<RowType> {
  readonly row: RowType
  readonly rowKey: string
  readonly isSelected: boolean
  /** Place among all rows, from 1. */
  readonly place: number
  /** Null of a row that is under another. */
  readonly rank: number | null
  readonly columns: readonly Column<RowType>[]
  readonly href: string | null
  readonly lead: ((row: RowType) => ReactNode) | undefined
}

function PlainRow<RowType>(props: RowProps<RowType>) {
  const { row, rowKey, isSelected, place, rank, columns, href, lead } = props
  return (
    <tr
      aria-rowindex={place + 1}
      className={rank === null ? 'under' : undefined}
      tabIndex={-1}
      data-key={rowKey}
      data-selected={isSelected ? '' : undefined}
    >
      <td className="rank">{rank}</td>
      {columns.map((column, index) => (
        <Cell
          key={column.id}
          column={column}
          row={row}
          first={columns[0]}
          href={index === 0 ? href : null}
          lead={index === 0 ? lead : undefined}
        />
      ))}
    </tr>
  )
}

interface CellProps<RowType> extends Pick<RowProps<RowType>, 'row' | 'href' | 'lead'> {
  readonly column: Column<RowType>
  readonly first: Column<RowType> | undefined
}

function Cell<RowType>({ column, row, first, href, lead }: CellProps<RowType>) {
  const shown = column.show?.(row) ?? <CellText column={column} row={row} />
  const content = <FigureCell column={column} row={row} first={first} content={shown} />
  return (
    <td className={`${classOf(column)}${column === first ? ' name' : ''}`}>
      {lead?.(row)}
      {href === null ? content : <AppLink to={href}>{content}</AppLink>}
    </td>
  )
}

/** Only rows whose content changed are drawn again. */
export const Row = memo(PlainRow) as typeof PlainRow

/** A figure whose source is known opens it. */
function FigureCell<RowType>(
  props: Pick<CellProps<RowType>, 'column' | 'row' | 'first'> & { content: ReactNode },
) {
  const { column, row, first, content } = props
  const value = column.value(row)
  const source = typeof value === 'number' ? column.source?.(row) : null
  if (source == null || typeof value !== 'number') return content
  const subject = first === undefined ? '' : ` of ${writeCell(first, row)}`
  return (
    <ProvenanceButton
      name={`${column.head}${subject}`}
      value={exact(value, signOf(column))}
      source={source}
    >
      {content}
    </ProvenanceButton>
  )
}

function CellText<RowType>({ column, row }: { column: Column<RowType>; row: RowType }) {
  const text = writeCell(column, row)
  if (column.kind !== 'change' && column.kind !== 'points')
    return text === '—' ? <span className="faint">—</span> : text
  const value = column.value(row)
  const way = direction(typeof value === 'number' ? value : null, column.decimals)
  return <span className={way === 'flat' ? undefined : way}>{text}</span>
}

interface WidestRowProps<RowType> extends Pick<RowProps<RowType>, 'columns' | 'lead'> {
  readonly rows: readonly RowType[]
  readonly hrefOf: ((row: RowType) => string | null) | undefined
}

function PlainWidestRow<RowType>({ rows, columns, hrefOf, lead }: WidestRowProps<RowType>) {
  return (
    <tr className="widest">
      <td className="rank">{rows.length}</td>
      {columns.map((column, index) => {
        const row = widestOf(rows, column)
        return row === undefined ? (
          <td key={column.id} />
        ) : (
          <Cell
            key={column.id}
            column={column}
            row={row}
            first={columns[0]}
            href={index === 0 ? (hrefOf?.(row) ?? null) : null}
            lead={index === 0 ? lead : undefined}
          />
        )
      })}
    </tr>
  )
}

/** Takes no room and is not seen: columns are as wide as their widest cell before it is drawn. */
export const WidestRow = memo(PlainWidestRow) as typeof PlainWidestRow

/** Opens the rows below a row; → and ← do the same where the row has the focus. */
export function RowOpener(props: { name: string; isOpen: boolean; onToggle(): void }) {
  const { name, isOpen, onToggle } = props
  return (
    <button
      type="button"
      className="row-opener"
      aria-expanded={isOpen}
      aria-label={`Parts of ${name}`}
      onClick={onToggle}
    >
      <svg viewBox="0 0 12 12" width="12" height="12" aria-hidden="true">
        <path d="M4 2.5 8 6 4 9.5" fill="none" stroke="currentColor" strokeWidth="1.4" />
      </svg>
    </button>
  )
}
