import type { Asked } from '../../api/asked.ts'
import { column } from '../../blocks/table/column.ts'
import { TableBlock, type TableView } from '../../blocks/table/table-block.tsx'
import { toSec } from '../../lib/times.ts'
import { OutwardLink } from '../../page/outward-link.tsx'
import { type Held, numberOf, stateOf, type Transaction } from './holding.ts'

/** Purchases and sales, each with its source. */
export function Transactions({ asked, view }: { asked: Asked<Held>; view: TableView }) {
  return (
    <TableBlock
      title="Transactions"
      asked={asked}
      view={view}
      columns={columns}
      rowsOf={rowsOf}
      keyOf={({ id }) => String(id)}
      empty="None is recorded."
    />
  )
}

const rowsOf = ({ transactions }: Held) => transactions

const columns = [
  column<Transaction>('text', 'asset', 'Asset', ({ assetTicker }) => assetTicker, {
    isMain: true,
  }),
  column<Transaction>('day', 'date', 'Until', ({ end_date }) => toSec(end_date), { isMain: true }),
  column<Transaction>('day', 'start', 'From', ({ start_date }) => toSec(start_date), {
    isExtra: true,
  }),
  column<Transaction>('text', 'type', 'Kind', ({ type }) => type),
  column<Transaction>('amount', 'amount', 'Amount', ({ amount }) => numberOf(amount), {
    unitSize: 1,
    decimals: 2,
  }),
  column<Transaction>('price', 'price', 'Price', (row) => numberOf(row.avg_price)),
  column<Transaction>('usd', 'value', 'Value', (row) => numberOf(row.usd_value), {
    isMain: true,
    addsUp: true,
  }),
  column<Transaction>('text', 'source', 'Source', (row) => row.source_type, {
    show: ({ source_type, source_url }) => (
      <OutwardLink href={source_url}>{source_type ?? '—'}</OutwardLink>
    ),
  }),
  column<Transaction>('text', 'state', 'State', stateOf),
  column<Transaction>('text', 'note', 'Note', (row) => row.source_note, { isExtra: true }),
]
