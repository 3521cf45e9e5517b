import { use } from 'react'
import { AnswerAddress } from '../../api/answer-address.ts'
import { exact } from '../../lib/numbers.ts'
import { NumberButton } from '../figure/number-button.tsx'
import { sourceOf } from '../figure/source.ts'
import { type Column, signOf, writeValue } from './column.ts'
import { classOf } from './data-table.tsx'
import { summed } from './totals.ts'

/** Sums of what is shown; each opens what the answer it is added from rests on. */
export function Totals<RowType>({
  columns,
  rows,
}: {
  columns: readonly Column<RowType>[]
  rows: readonly RowType[]
}) {
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
  const source = sourceOf(use(AnswerAddress))
  if (sum === undefined) return null
  const text = writeValue(column, sum)
  if (sum === null || source === null) return text
  return (
    <NumberButton
      name={`${column.head}, sum of ${count}`}
      value={exact(sum, signOf(column))}
      source={source}
    >
      {text}
    </NumberButton>
  )
}
