import type { Body } from '../../api/answers.ts'
import type { Asked } from '../../api/asked.ts'
import { column } from '../../blocks/table/column.ts'
import { TableBlock, type TableView } from '../../blocks/table/table-block.tsx'
import { toSec } from '../../lib/times.ts'
import type { Round } from './valuations.ts'

type Raises = Body<'listPreIpoRaises'>

/** What was raised, and at which value; left out where nothing was. */
export function Rounds({ asked, view }: { asked: Asked<Raises>; view: TableView }) {
  if (asked.data?.body.data.length === 0) return null
  return (
    <TableBlock
      title="Rounds"
      asked={asked}
      view={view}
      columns={columns}
      rowsOf={rowsOf}
      keyOf={({ date, series }) => `${date} ${series}`}
    />
  )
}

const rowsOf = ({ data }: Raises) => data

const columns = [
  column<Round>('text', 'series', 'Round', ({ series }) => series, { isMain: true }),
  column<Round>('day', 'date', 'Date', ({ date }) => toSec(date), { isMain: true }),
  column<Round>('usd', 'raised', 'Raised', ({ amountRaised }) => amountRaised, { isMain: true }),
  column<Round>('usd', 'value', 'Value after it', ({ valuation }) => valuation, {
    isMain: true,
    unitSize: 1e9,
    decimals: 2,
  }),
]
