import { useAnswer } from '../../api/use-answer.ts'
import { SeriesBlock } from '../../blocks/chart/series-block.tsx'
import { column } from '../../blocks/table/column.ts'
import { TableBlock } from '../../blocks/table/table-block.tsx'
import { monthly } from '../../lib/grouped.ts'
import { hostOf } from '../../lib/host-of.ts'
import { toSec } from '../../lib/times.ts'
import { GroupTable } from '../../page/group-table.tsx'
import { OutwardLink } from '../../page/outward-link.tsx'
import { useTableView } from '../../page/use-table-view.ts'
import type { View } from '../../page/use-view.ts'
import {
  type Differing,
  differing,
  RAISE_GROUPS,
  type Raise,
  type Raises,
  type raiseKeys,
  usdOf,
} from './raise.ts'

const SUMS = [['Raised', ({ amount }: Raise) => usdOf(amount)]] as const
const raisesOf = ({ raises }: Raises) => raises
const differingOf = ({ raises }: Raises) => differing(raises)

/** What was raised by month and by whom. */
export function RaiseCharts({ view }: { view: Pick<View<typeof raiseKeys>, 'state' | 'set'> }) {
  return (
    <>
      <SeriesBlock<Raises>
        title="Raised a month"
        path="/api/raises"
        kind="bar"
        sign="$"
        modes={['abs']}
        view={view}
        seriesOf={({ raises }) => [
          {
            name: 'Raised',
            points: monthly(raises.map(({ date, amount }) => [date, usdOf(amount)])),
          },
        ]}
      />
      <GroupTable<Raises, Raise, keyof typeof RAISE_GROUPS>
        title="Who raised"
        path="/api/raises"
        rowsOf={raisesOf}
        groups={RAISE_GROUPS}
        by={view.state.by}
        onBy={(by) => view.set({ by })}
        sums={SUMS}
        countHead="Rounds"
      />
      <DifferingReports />
    </>
  )
}

/** Rounds about which reporters disagree; left out where none do. */
function DifferingReports() {
  const asked = useAnswer<Raises>('/api/raises')
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
