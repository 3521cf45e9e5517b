import { request } from '../../api/request.ts'
import { SeriesBlock } from '../../blocks/chart/series-block.tsx'
import { monthly } from '../../lib/grouped.ts'
import { GroupTable } from '../../page/group-table.tsx'
import type { View } from '../../page/use-view.ts'
import { RAISE_GROUPS, type Raise, type Raises, type raiseKeys, usdOf } from './raise.ts'

const SUMS = [['Raised', ({ amount }: Raise) => usdOf(amount)]] as const
const raisesOf = ({ raises }: Raises) => raises

/** What was raised by month and by whom. */
export function RaiseCharts({ view }: { view: Pick<View<typeof raiseKeys>, 'state' | 'set'> }) {
  return (
    <>
      <SeriesBlock
        title="Raised a month"
        {...request('listRaises', {})}
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
        title="Raised by"
        {...request('listRaises', {})}
        rowsOf={raisesOf}
        groups={RAISE_GROUPS}
        by={view.state.by}
        onBy={(by) => view.set({ by })}
        sums={SUMS}
        countHead="Rounds"
      />
    </>
  )
}
