import { memo, type ReactNode } from 'react'
import { direction } from '../../lib/numbers.ts'
import { AppLink } from '../../page/app-link.tsx'
import { type Column, writeCell } from './column.ts'
import { classOf } from './data-table.tsx'

interface RowProps<RowType> {
  readonly row: RowType
  readonly rank: number
  readonly columns: readonly Column<RowType>[]
  readonly href: string | null
  readonly lead: ReactNode
}

function PlainRow<RowType>({ row, rank, columns, href, lead }: RowProps<RowType>) {
  return (
    <tr aria-rowindex={rank + 1} tabIndex={-1}>
      <td className="rank">{rank}</td>
      {columns.map((column, index) => {
        const content = column.show?.(row) ?? <CellText column={column} row={row} />
        const className = `${classOf(column)}${index === 0 ? ' name' : ''}`
        return (
          <td key={column.id} className={className}>
            {index === 0 && lead}
            {index === 0 && href !== null ? <AppLink to={href}>{content}</AppLink> : content}
          </td>
        )
      })}
    </tr>
  )
}

/** Only rows whose content changed are drawn again. */
export const Row = memo(PlainRow) as typeof PlainRow

function CellText<RowType>({ column, row }: { column: Column<RowType>; row: RowType }) {
  const text = writeCell(column, row)
  if (column.kind !== 'change' && column.kind !== 'points')
    return text === '—' ? <span className="faint">—</span> : text
  const value = column.value(row)
  const way = direction(typeof value === 'number' ? value : null, column.decimals)
  return <span className={way === 'flat' ? undefined : way}>{text}</span>
}
