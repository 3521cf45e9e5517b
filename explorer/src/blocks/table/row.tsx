import { memo, type ReactNode } from 'react'
import { direction, exact } from '../../lib/numbers.ts'
import { AppLink } from '../../page/app-link.tsx'
import { NumberButton } from '../figure/number-button.tsx'
import { type Column, signOf, writeCell } from './column.ts'
import { classOf } from './data-table.tsx'

interface RowProps<RowType> {
  readonly row: RowType
  readonly rowKey: string
  readonly isSelected: boolean
  /** Place among all rows, from 1. */
  readonly place: number
  /** Null of a row that lies under another. */
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

export interface CellProps<RowType> extends Pick<RowProps<RowType>, 'row' | 'href' | 'lead'> {
  readonly column: Column<RowType>
  readonly first: Column<RowType> | undefined
}

export function Cell<RowType>({ column, row, first, href, lead }: CellProps<RowType>) {
  const shown = column.show?.(row) ?? <CellText column={column} row={row} />
  const content = <Door column={column} row={row} first={first} content={shown} />
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
function Door<RowType>(props: {
  column: Column<RowType>
  row: RowType
  first: Column<RowType> | undefined
  content: ReactNode
}) {
  const { column, row, first, content } = props
  const value = column.value(row)
  const source = typeof value === 'number' ? column.source?.(row) : null
  if (source == null || typeof value !== 'number') return content
  const subject = first === undefined ? '' : ` of ${writeCell(first, row)}`
  return (
    <NumberButton
      name={`${column.head}${subject}`}
      value={exact(value, signOf(column))}
      source={source}
    >
      {content}
    </NumberButton>
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
