import { memo } from 'react'
import type { DataTableProps } from './data-table.tsx'
import { Cell } from './row.tsx'
import { widestOf } from './widest.ts'

type WidestRowProps<RowType> = Pick<DataTableProps<RowType>, 'rows' | 'columns'> & {
  hrefOf: DataTableProps<RowType>['hrefOf'] | undefined
  lead: DataTableProps<RowType>['lead'] | undefined
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
