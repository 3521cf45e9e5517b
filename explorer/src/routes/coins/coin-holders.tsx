import { useCallback } from 'react'
import type { Body } from '../../api/answers.ts'
import { useOperation } from '../../api/use-operation.ts'
import { column } from '../../blocks/table/column.ts'
import { TableBlock, type TableView } from '../../blocks/table/table-block.tsx'
import { sumOf } from '../../lib/sum-of.ts'

type Holder = Body<'getTokenProtocols'>[number]

/** Where a coin is locked; left out where nowhere. */
export function CoinHolders({ symbol, view }: { symbol: string; view: TableView }) {
  const asked = useOperation('getTokenProtocols', { symbol })
  const rowsOf = useCallback((rows: readonly Holder[]) => rows, [])
  if (asked.data?.body.length === 0) return null
  return (
    <TableBlock
      title={`Protocols that hold ${symbol}`}
      asked={asked}
      view={view}
      columns={columns}
      rowsOf={rowsOf}
      keyOf={({ name }) => name}
      hasTotals
    />
  )
}

const columns = [
  column<Holder>('text', 'name', 'Protocol', ({ name }) => name, { isMain: true }),
  column<Holder>('text', 'category', 'Category', ({ category }) => category),
  column<Holder>('usd', 'value', 'Value', ({ amountUsd }) => sumOf(amountUsd), {
    isMain: true,
    addsUp: true,
  }),
  column<Holder>('names', 'coins', 'As', ({ amountUsd }) => Object.keys(amountUsd)),
]
