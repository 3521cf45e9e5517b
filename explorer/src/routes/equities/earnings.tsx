import { useMemo } from 'react'
import { request } from '../../api/request.ts'
import { useOperation } from '../../api/use-operation.ts'
import { Segments } from '../../blocks/chart/segments.tsx'
import { column } from '../../blocks/table/column.ts'
import { useWatched } from '../../blocks/watch/watched.ts'
import { toSec } from '../../lib/times.ts'
import { choice } from '../../lib/view-state.ts'
import { AppLink } from '../../page/app-link.tsx'
import { defineList, ListPage, viewOf } from '../../page/list-page.tsx'
import { useDaysAgo } from '../../page/use-days-ago.ts'
import { companyPage } from './company-list.tsx'
import { DriftBar } from './drift-bar.tsx'
import { type EarningsEvent, isoDay, sourceText, timeText, weekOf } from './earnings-event.ts'

const BACK_DAYS = 28
const AHEAD_DAYS = 91
const keys = {
  when: choice(['ahead', 'past', 'all'], 'ahead'),
  who: choice(['all', 'watched'], 'all'),
}

const idOf = (event: EarningsEvent) => `${event.iso2_country_code}:${event.ticker}`

/** Who reports when, week by week. */
export function Earnings() {
  const from = isoDay(useDaysAgo(BACK_DAYS))
  const to = isoDay(useDaysAgo(-AHEAD_DAYS))
  const today = isoDay(useDaysAgo(0))
  const watched = useWatched()
  const named = useOperation('listEquityCompanies', { fields: 'ticker,country,companyName' })
  const companies = named.data?.body
  const list = useMemo(() => {
    const names = new Map(
      (companies ?? []).map((row) => [`${row.country}:${row.ticker}`, row.companyName]),
    )
    const starred = new Set(watched.filter(({ kind }) => kind === 'company').map(({ id }) => id))
    return calendar({ from, to }, today, (event) => names.get(idOf(event)) ?? null, starred)
  }, [companies, watched, from, to, today])
  return <ListPage list={list} isAwaited={named.isPending} />
}

function calendar(
  query: { from: string; to: string },
  today: string,
  nameOf: (event: EarningsEvent) => string | null,
  starred: ReadonlySet<string>,
) {
  return defineList<readonly EarningsEvent[], EarningsEvent>({
    title: 'Earnings calendar',
    note: <AppLink to="/equities">Equities</AppLink>,
    ...request('listEarningsCalendar', query),
    rowsOf: (body) => body,
    keyOf: (row) => `${idOf(row)}:${row.event_key}`,
    hrefOf: (row) => companyPage(row.ticker, row.iso2_country_code),
    searchIn: (row) => [row.ticker, nameOf(row)],
    sort: 'date',
    fill: 'almanac sources fill filings',
    keys,
    fits: (row, view) => {
      const { when, who } = viewOf(view, keys).state
      if (when !== 'all' && row.report_date >= today !== (when === 'ahead')) return false
      return who === 'all' || starred.has(idOf(row))
    },
    tools: (view) => (
      <>
        <Segments
          label="When"
          options={['ahead', 'past', 'all']}
          value={viewOf(view, keys).state.when}
          onChange={(when) => view.set({ when })}
        />
        <Segments
          label="Companies"
          options={['all', 'watched']}
          names={{ all: 'all companies' }}
          value={viewOf(view, keys).state.who}
          onChange={(who) => view.set({ who })}
        />
      </>
    ),
    choices: [
      { id: 'week', name: 'Week', all: 'All weeks', namesOf: (row) => [weekOf(row.report_date)] },
      { id: 'status', name: 'Status', all: 'Any status', namesOf: (row) => [row.date_status] },
      { id: 'source', name: 'From', all: 'Any origin', namesOf: (row) => [sourceText(row)] },
    ],
    columns: [
      column('text', 'ticker', 'Ticker', ({ ticker }) => ticker, { isMain: true }),
      column('text', 'name', 'Company', nameOf),
      column('text', 'week', 'Week of', (row) => weekOf(row.report_date), { isExtra: true }),
      column('day', 'date', 'Date', (row) => toSec(row.report_date), { isMain: true }),
      column('text', 'time', 'Time', timeText),
      column('text', 'period', 'Period', (row) => `${row.fiscal_period} ${row.fiscal_year}`),
      column('text', 'status', 'Status', ({ date_status }) => date_status, { isMain: true }),
      column('count', 'drift', 'May be off by', ({ max_drift_days }) => max_drift_days, {
        describe: 'How far an estimated date may be off',
        show: ({ max_drift_days }) => <DriftBar days={max_drift_days} />,
      }),
      column('text', 'source', 'From', sourceText),
      column('text', 'form', 'Form', ({ source_form }) => source_form, { isExtra: true }),
      column('text', 'accession', 'Accession', (row) => row.accession_number, { isExtra: true }),
      column('day', 'before', 'Was', (row) => toSec(row.previous_report_date)),
      column('count', 'revisions', 'Revisions', ({ revision_count }) => revision_count),
    ],
  })
}
