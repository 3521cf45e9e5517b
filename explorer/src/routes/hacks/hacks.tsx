import { type Body, request } from '../../api/request.ts'
import { SeriesBlock } from '../../blocks/chart/series-block.tsx'
import { column, MAIN, MAIN_SUM, SUM } from '../../blocks/table/column.ts'
import { monthly } from '../../lib/grouped.ts'
import { choice } from '../../lib/view-state.ts'
import { toSec } from '../../lib/writing.ts'
import { sourceColumn } from '../../page/columns.tsx'
import { GroupTable } from '../../page/group-table.tsx'
import { by } from '../../page/list-filters.ts'
import { defineList, ListPage, viewOf } from '../../page/list-page.tsx'
import type { ViewOf } from '../../page/page-head.tsx'
import { seriesKeys } from '../../page/series-keys.ts'

type Hack = Body<'listHacks'>[number]

const HACK_GROUPS = {
  technique: ({ technique }: Hack) => [technique],
  class: ({ classification }: Hack) => [classification],
  target: ({ targetType }: Hack) => [targetType],
  chain: ({ chain }: Hack) => chain ?? [],
} as const

const hackKeys = {
  ...seriesKeys,
  by: choice(['technique', 'class', 'target', 'chain'], 'technique'),
}

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
    by('chain', 'Chain', 'All chains', 'chain'),
    by('class', 'Class', 'All classes', 'classification'),
    by('year', 'Year', 'All years', ({ date }) => [yearOf(date)]),
    by('bridge', 'Bridges', 'Bridges and others', ({ bridgeHack }) => [
      bridgeHack ? 'bridges' : 'others',
    ]),
  ],
  columns: [
    column('text', 'name', 'Name', 'name', MAIN),
    column('day', 'date', 'Date', ({ date }) => toSec(date), MAIN),
    column('usd', 'lost', 'Lost', 'amount', MAIN_SUM),
    column('usd', 'returned', 'Returned', 'returnedFunds', SUM),
    column('text', 'class', 'Class', 'classification'),
    column('text', 'technique', 'Technique', 'technique'),
    column('names', 'chain', 'Chains', ({ chain }) => chain ?? []),
    column('text', 'target', 'Target', 'targetType'),
    sourceColumn(),
  ],
})

export const Hacks = () => <ListPage list={hacks} />

function yearOf(date: number): string {
  return String(new Date(date * 1000).getUTCFullYear())
}

const SUMS = [
  ['Lost', ({ amount }: Hack) => amount],
  ['Returned', ({ returnedFunds }: Hack) => returnedFunds],
] as const
const hacksOf = (hacks: readonly Hack[]) => hacks

/** What was lost and returned by month, and how it was done. */
function HackCharts({ view }: { view: ViewOf<typeof hackKeys> }) {
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
        rowsOf={hacksOf}
        groups={HACK_GROUPS}
        by={view.state.by}
        onBy={(by) => view.set({ by })}
        sums={SUMS}
        countHead="Hacks"
      />
    </>
  )
}
