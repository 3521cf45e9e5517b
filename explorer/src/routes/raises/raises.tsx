import { column } from '../../blocks/table/column.ts'
import { toSec } from '../../lib/times.ts'
import { defineList, ListPage } from '../../page/list-page.tsx'

interface Raise {
  readonly date: number
  readonly name: string
  readonly round: string | null
  /** Millions of dollars. */
  readonly amount: number | null
  readonly valuation: number | null
  readonly chains: readonly string[]
  readonly category: string | null
  readonly categoryGroup: string | null
  readonly leadInvestors: readonly string[]
  readonly otherInvestors: readonly string[]
  readonly reports?: readonly unknown[]
}

const raises = defineList<{ raises: readonly Raise[] }, Raise>({
  title: 'Raises',
  path: '/api/raises',
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
  choices: [
    {
      id: 'group',
      name: 'Group',
      all: 'All groups',
      namesOf: ({ categoryGroup }) => [categoryGroup],
    },
    { id: 'round', name: 'Round', all: 'All rounds', namesOf: ({ round }) => [round] },
    { id: 'chain', name: 'Chain', all: 'All chains', namesOf: ({ chains }) => chains },
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
    column('usd', 'amount', 'Amount', ({ amount }) => millions(amount), {
      isMain: true,
      addsUp: true,
    }),
    column('usd', 'valuation', 'Valuation', ({ valuation }) => millions(valuation)),
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

function millions(value: number | null): number | null {
  return value === null ? null : value * 1e6
}
