import { useMemo } from 'react'
import { request } from '../../api/request.ts'
import { SetKeys } from '../../blocks/filters/set-filters.tsx'
import { column } from '../../blocks/table/column.ts'
import { type StateOf, text } from '../../lib/view-state.ts'
import { dayText, toSec } from '../../lib/writing.ts'
import { AppLink } from '../../page/app-link.tsx'
import { by } from '../../page/list-filters.ts'
import { defineList, ListPage } from '../../page/list-page.tsx'
import { useView } from '../../page/page-head.tsx'
import { largestChange, type RevisedList, type RevisedSeries, spanText } from './revised-series.ts'
import { type ProtocolNames, seriesName, seriesPage } from './series-page.ts'
import { useProtocolNames } from './use-protocol-names.ts'

const SIZES: readonly (readonly [name: string, percent: number])[] = [
  ['over 1%', 1],
  ['over 10%', 10],
  ['over 50%', 50],
]

const asked = { since: text(), until: text() }

const revisions = (names: ProtocolNames, { since, until }: StateOf<typeof asked>) =>
  defineList<RevisedList, RevisedSeries>({
    title: 'Revisions',
    note: 'Published figures changed afterwards; both versions are stored',
    ...request('getRevisions', { groupBy: 'run', order: 'desc', limit: 1000, since, until }),
    keys: asked,
    tools: ({ state, set }) => <SetKeys names={Object.keys(asked)} state={state} onDrop={set} />,
    rowsOf: (body) => body,
    keyOf: ({ run, fact, key }) => `${run} ${fact} ${JSON.stringify(key)}`,
    searchIn: ({ fact, key, source }) => [fact, source, seriesName(key, names)],
    sort: '-at',
    choices: [
      by('fact', 'Fact', 'All facts', 'fact'),
      by('size', 'Size of the change', 'Any size', ({ changesPct }) =>
        sizesOf(largestChange(changesPct)),
      ),
      by('run', 'Run', 'All runs', ({ run }) => [String(run)]),
    ],
    columns: [
      column('text', 'series', 'Series', ({ key }) => seriesName(key, names), {
        isMain: true,
        show: (row) => <SeriesLink row={row} names={names} />,
      }),
      column('text', 'fact', 'Fact', 'fact'),
      column('count', 'figures', 'Figures', 'figures', {
        isMain: true,
        show: ({ run, fact, key, figures, recordedAt }) => (
          <AppLink
            to={`/revisions/${run}/${encodeURIComponent(fact)}`}
            search={{ at: recordedAt, key: JSON.stringify(key) }}
            title="Every figure, before and after"
          >
            {figures}
          </AppLink>
        ),
      }),
      column('text', 'days', 'Days', daysText),
      column('change', 'change', 'Change', ({ changesPct }) => largestChange(changesPct), {
        isMain: true,
        show: ({ changesPct }) => spanText(changesPct),
      }),
      column('count', 'run', 'Run', 'run', {
        show: ({ run, previousRun }) => (
          <>
            <AppLink to={`/runs/${run}`}>{run}</AppLink>{' '}
            <span className="faint">after {previousRun}</span>
          </>
        ),
      }),
      column('text', 'source', 'Source', 'source'),
      column('timestamp', 'at', 'Recorded', ({ recordedAt }) => toSec(recordedAt)),
    ],
  })

export function Revisions() {
  const names = useProtocolNames()
  const { state } = useView(asked)
  const list = useMemo(() => revisions(names, state), [names, state])
  return <ListPage list={list} />
}

/** The page of the series, with the line as it was known before the run. */
function SeriesLink({ row, names }: { row: RevisedSeries; names: ProtocolNames }) {
  const page = seriesPage(row.fact, row.key, names)
  const name = seriesName(row.key, names)
  if (page === null) return name
  const before = new Date(Date.parse(row.recordedAt) - 1).toISOString()
  return (
    <AppLink to={page} search={{ vs: `asOf:${before}` }}>
      {name}
    </AppLink>
  )
}

function daysText({ fromSec, toSec: until }: RevisedSeries): string | null {
  if (fromSec === null || until === null) return null
  return dayText(fromSec) === dayText(until)
    ? dayText(fromSec)
    : `${dayText(fromSec)} – ${dayText(until)}`
}

function sizesOf(percent: number | null): string[] {
  return SIZES.filter(([, least]) => percent !== null && Math.abs(percent) > least).map(
    ([name]) => name,
  )
}
