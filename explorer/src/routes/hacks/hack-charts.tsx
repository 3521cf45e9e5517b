import { request } from '../../api/request.ts'
import { SeriesBlock } from '../../blocks/chart/series-block.tsx'
import { monthly } from '../../lib/grouped.ts'
import { GroupTable } from '../../page/group-table.tsx'
import type { View } from '../../page/use-view.ts'
import { HACK_GROUPS, type Hack, type hackKeys } from './hack.ts'

const SUMS = [
  ['Lost', ({ amount }: Hack) => amount],
  ['Returned', ({ returnedFunds }: Hack) => returnedFunds],
] as const
const rowsOf = (hacks: readonly Hack[]) => hacks

/** What was lost and returned by month, and how it was done. */
export function HackCharts({ view }: { view: Pick<View<typeof hackKeys>, 'state' | 'set'> }) {
  return (
    <>
      <SeriesBlock
        title="Lost and returned a month"
        {...request('listHacks', {})}
        kind="bar"
        sign="$"
        modes={['abs']}
        hasNames
        view={view}
        seriesOf={(hacks) =>
          SUMS.map(([name, read]) => ({
            name,
            points: monthly(hacks.map((hack) => [hack.date, read(hack)])),
          }))
        }
      />
      <GroupTable<readonly Hack[], Hack, keyof typeof HACK_GROUPS>
        title="Lost by"
        {...request('listHacks', {})}
        rowsOf={rowsOf}
        groups={HACK_GROUPS}
        by={view.state.by}
        onBy={(by) => view.set({ by })}
        sums={SUMS}
        countHead="Hacks"
      />
    </>
  )
}
