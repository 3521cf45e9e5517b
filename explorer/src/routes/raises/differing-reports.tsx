import { useOperation } from '../../api/use-operation.ts'
import { column } from '../../blocks/table/column.ts'
import { TableBlock } from '../../blocks/table/table-block.tsx'
import { hostOf } from '../../lib/host-of.ts'
import { toSec } from '../../lib/times.ts'
import { OutwardLink } from '../../page/outward-link.tsx'
import { useTableView } from '../../page/use-table-view.ts'
import { type Differing, differing, type Raises, usdOf } from './raise.ts'

const differingOf = ({ raises }: Raises) => differing(raises)

/** Rounds about which reporters disagree; left out where none do. */
export function DifferingReports() {
  const asked = useOperation('listRaises', {})
  const view = useTableView('-date')
  const body = asked.data?.body
  if (body === undefined || differing(body.raises).length === 0) return null
  return (
    <TableBlock
      title="Reports that differ"
      asked={asked}
      view={view}
      columns={columns}
      rowsOf={differingOf}
      keyOf={({ name, reporter, date }) => `${name} ${reporter} ${date}`}
    />
  )
}

const columns = [
  column<Differing>('text', 'name', 'Name', ({ name }) => name, { isMain: true }),
  column<Differing>('text', 'reporter', 'Reporter', ({ reporter }) => reporter, { isMain: true }),
  column<Differing>('day', 'date', 'Date', ({ date }) => toSec(date)),
  column<Differing>('text', 'round', 'Round', ({ round }) => round),
  column<Differing>('usd', 'amount', 'Amount', ({ amount }) => usdOf(amount), { isMain: true }),
  column<Differing>('usd', 'valuation', 'Valuation', ({ valuation }) => usdOf(valuation)),
  column<Differing>('text', 'source', 'Source', ({ source }) => source, {
    show: ({ source }) => <OutwardLink href={source}>{hostOf(source)}</OutwardLink>,
  }),
]
