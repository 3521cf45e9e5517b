import { request } from '../../api/request.ts'
import { column } from '../../blocks/table/column.ts'
import { hostOf } from '../../lib/host-of.ts'
import { toSec } from '../../lib/times.ts'
import { defineList, ListPage, viewOf } from '../../page/list-page.tsx'
import { OutwardLink } from '../../page/outward-link.tsx'
import { type Hack, hackKeys } from './hack.ts'
import { HackCharts } from './hack-charts.tsx'

const hacks = defineList<readonly Hack[], Hack>({
  title: 'Hacks',
  ...request('listHacks', {}),
  rowsOf: (body) => body,
  keyOf: ({ name, date, amount }) => `${name} ${date} ${amount}`,
  searchIn: ({ name, technique }) => [name, technique],
  sort: '-date',
  hasTotals: true,
  fill: 'almanac import hacks <file>',
  keys: hackKeys,
  above: (view) => <HackCharts view={viewOf(view, hackKeys)} />,
  choices: [
    { id: 'chain', name: 'Chain', all: 'All chains', namesOf: ({ chain }) => chain ?? [] },
    {
      id: 'class',
      name: 'Class',
      all: 'All classes',
      namesOf: ({ classification }) => [classification],
    },
    { id: 'year', name: 'Year', all: 'All years', namesOf: ({ date }) => [yearOf(date)] },
    {
      id: 'bridge',
      name: 'Bridges',
      all: 'Bridges and others',
      namesOf: ({ bridgeHack }) => [bridgeHack ? 'bridges' : 'others'],
    },
  ],
  columns: [
    column('text', 'name', 'Name', ({ name }) => name, { isMain: true }),
    column('day', 'date', 'Date', ({ date }) => toSec(date), { isMain: true }),
    column('usd', 'lost', 'Lost', ({ amount }) => amount, { isMain: true, addsUp: true }),
    column('usd', 'returned', 'Returned', ({ returnedFunds }) => returnedFunds, { addsUp: true }),
    column('text', 'class', 'Class', ({ classification }) => classification),
    column('text', 'technique', 'Technique', ({ technique }) => technique),
    column('names', 'chain', 'Chains', ({ chain }) => chain ?? []),
    column('text', 'target', 'Target', ({ targetType }) => targetType),
    column('text', 'source', 'Source', ({ source }) => source, {
      show: ({ source }) => <OutwardLink href={source}>{hostOf(source)}</OutwardLink>,
    }),
  ],
})

export const Hacks = () => <ListPage list={hacks} />

function yearOf(date: number): string {
  return String(new Date(date * 1000).getUTCFullYear())
}
