import { request } from '../../api/request.ts'
import { SeriesBlock } from '../../blocks/chart/series-block.tsx'
import { column, EXTRA, MAIN, MAIN_SUM } from '../../blocks/table/column.ts'
import { monthly } from '../../lib/grouped.ts'
import { toSec } from '../../lib/writing.ts'
import { sourceColumn } from '../../page/columns.tsx'
import { GroupTable } from '../../page/group-table.tsx'
import { by } from '../../page/list-filters.ts'
import { defineList, ListPage, viewOf } from '../../page/list-page.tsx'
import type { ViewOf } from '../../page/page-head.tsx'
import { defineTable, TableSection } from '../../page/table-section.tsx'
import {
  type Raises as Body,
  type Differing,
  differing,
  RAISE_GROUPS,
  type Raise,
  raiseKeys,
  sizeOf,
  usdOf,
} from './raise.ts'

const raises = defineList<Body, Raise>({
  title: 'Raises',
  ...request('listRaises', {}),
  rowsOf: (body) => body.raises,
  keyOf: ({ name, date, round }) => `${name} ${date} ${round}`,
  searchIn: ({ name, leadInvestors, otherInvestors }) => [
    name,
    ...leadInvestors,
    ...otherInvestors,
  ],
  sort: '-date',
  hasTotals: true,
  fill: 'almanac import raises <file>',
  keys: raiseKeys,
  below: () => (
    <TableSection {...reports} {...request('listRaises', {})} sort="-date" leftOut="until known" />
  ),
  above: (view) => <RaiseCharts view={viewOf(view, raiseKeys)} />,
  choices: [
    by('group', 'Group', 'All groups', 'categoryGroup'),
    by('round', 'Round', 'All rounds', 'round'),
    by('chain', 'Chain', 'All chains', 'chains'),
    by('size', 'Amount', 'Any amount', (raise) => [sizeOf(raise)]),
    by('investor', 'Investor', 'All investors', ({ leadInvestors, otherInvestors }) => [
      ...leadInvestors,
      ...otherInvestors,
    ]),
  ],
  columns: [
    column('text', 'name', 'Name', 'name', MAIN),
    column('day', 'date', 'Date', ({ date }) => toSec(date), MAIN),
    column('text', 'round', 'Round', 'round'),
    column('usd', 'amount', 'Amount', ({ amount }) => usdOf(amount), MAIN_SUM),
    column('usd', 'valuation', 'Valuation', ({ valuation }) => usdOf(valuation)),
    column('names', 'lead', 'Lead', 'leadInvestors'),
    column('names', 'others', 'Others', 'otherInvestors', EXTRA),
    column('text', 'group', 'Group', 'categoryGroup'),
    column('count', 'reports', 'Reports', ({ reports }) => reports?.length ?? null, {
      isExtra: true,
      describe: 'Reports of this round, which may differ',
    }),
  ],
})

export const Raises = () => <ListPage list={raises} />

const SUMS = [['Raised', ({ amount }: Raise) => usdOf(amount)]] as const
const raisesOf = ({ raises }: Body) => raises

/** What was raised by month and by whom. */
function RaiseCharts({ view }: { view: ViewOf<typeof raiseKeys> }) {
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
      <GroupTable<Body, Raise, keyof typeof RAISE_GROUPS>
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

/** Rounds about which reporters disagree. */
const reports = defineTable<Body, Differing>({
  title: 'Reports that differ',
  rowsOf: (body) => differing(body.raises),
  keyOf: ({ name, reporter, date }) => `${name} ${reporter} ${date}`,
  columns: [
    column('text', 'name', 'Name', 'name', MAIN),
    column('text', 'reporter', 'Reporter', 'reporter', MAIN),
    column('day', 'date', 'Date', ({ date }) => toSec(date)),
    column('text', 'round', 'Round', 'round'),
    column('usd', 'amount', 'Amount', ({ amount }) => usdOf(amount), MAIN),
    column('usd', 'valuation', 'Valuation', ({ valuation }) => usdOf(valuation)),
    sourceColumn(),
  ],
})
