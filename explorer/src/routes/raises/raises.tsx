import { request } from '../../api/request.ts'
import { column } from '../../blocks/table/column.ts'
import { toSec } from '../../lib/times.ts'
import { defineList, ListPage, viewOf } from '../../page/list-page.tsx'
import { DifferingReports } from './differing-reports.tsx'
import { type Raises as Body, type Raise, raiseKeys, sizeOf, usdOf } from './raise.ts'
import { RaiseCharts } from './raise-charts.tsx'

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
  below: () => <DifferingReports />,
  above: (view) => <RaiseCharts view={viewOf(view, raiseKeys)} />,
  choices: [
    {
      id: 'group',
      name: 'Group',
      all: 'All groups',
      namesOf: ({ categoryGroup }) => [categoryGroup],
    },
    { id: 'round', name: 'Round', all: 'All rounds', namesOf: ({ round }) => [round] },
    { id: 'chain', name: 'Chain', all: 'All chains', namesOf: ({ chains }) => chains },
    { id: 'size', name: 'Amount', all: 'Any amount', namesOf: (raise) => [sizeOf(raise)] },
    {
      id: 'investor',
      name: 'Investor',
      all: 'All investors',
      namesOf: ({ leadInvestors, otherInvestors }) => [...leadInvestors, ...otherInvestors],
    },
  ],
  columns: [
    column('text', 'name', 'Name', ({ name }) => name, { isMain: true }),
    column('day', 'date', 'Date', ({ date }) => toSec(date), { isMain: true }),
    column('text', 'round', 'Round', ({ round }) => round),
    column('usd', 'amount', 'Amount', ({ amount }) => usdOf(amount), {
      isMain: true,
      addsUp: true,
    }),
    column('usd', 'valuation', 'Valuation', ({ valuation }) => usdOf(valuation)),
    column('names', 'lead', 'Lead', ({ leadInvestors }) => leadInvestors),
    column('names', 'others', 'Others', ({ otherInvestors }) => otherInvestors, { isExtra: true }),
    column('text', 'group', 'Group', ({ categoryGroup }) => categoryGroup),
    column('count', 'reports', 'Reports', ({ reports }) => reports?.length ?? null, {
      isExtra: true,
      describe: 'Reports of this round; several may differ',
    }),
  ],
})

export const Raises = () => <ListPage list={raises} />
