import { useMemo } from 'react'
import { request, useDaysAgo, useOperation } from '../../api/request.ts'
import { column, EXTRA, MAIN } from '../../blocks/table/column.ts'
import { useStarred } from '../../blocks/watch/watched.ts'
import { choice } from '../../lib/view-state.ts'
import { isoDay } from '../../lib/writing.ts'
import { AppLink } from '../../page/app-link.tsx'
import { by } from '../../page/list-filters.ts'
import { defineList, ListPage, viewOf } from '../../page/list-page.tsx'
import { ViewSegments } from '../../page/view-fields.tsx'
import { companyPage } from './company-list.tsx'
import { dateColumns } from './drift-bar.tsx'
import { type EarningsEvent, sourceText, weekOf } from './earnings-event.ts'

const BACK_DAYS = 28
const AHEAD_DAYS = 91
const keys = {
  when: choice(['ahead', 'past', 'all'], 'ahead', { label: 'When' }),
  who: choice(['all', 'watched'], 'all', { label: 'Companies', names: { all: 'all companies' } }),
}

const idOf = (event: EarningsEvent) => `${event.iso2_country_code}:${event.ticker}`

/** Who reports when, week by week. */
export function Earnings() {
  const from = isoDay(useDaysAgo(BACK_DAYS))
  const to = isoDay(useDaysAgo(-AHEAD_DAYS))
  const today = isoDay(useDaysAgo(0))
  const starred = useStarred('company')
  const named = useOperation('listEquityCompanies', { fields: 'ticker,country,companyName' })
  const companies = named.data?.body
  const list = useMemo(() => {
    const names = new Map(
      (companies ?? []).map((row) => [`${row.country}:${row.ticker}`, row.companyName]),
    )
    return calendar({ from, to }, today, (event) => names.get(idOf(event)) ?? null, starred)
  }, [companies, starred, from, to, today])
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
        <ViewSegments view={viewOf(view, keys)} id="when" of={keys.when} />
        <ViewSegments view={viewOf(view, keys)} id="who" of={keys.who} />
      </>
    ),
    choices: [
      by('week', 'Week', 'All weeks', (row) => [weekOf(row.report_date)]),
      by('status', 'Status', 'Any status', 'date_status'),
      by('source', 'From', 'Any origin', (row) => [sourceText(row)]),
    ],
    columns: [
      column('text', 'ticker', 'Ticker', 'ticker', MAIN),
      column('text', 'name', 'Company', nameOf),
      column('text', 'week', 'Week of', (row) => weekOf(row.report_date), EXTRA),
      column('text', 'period', 'Period', (row) => `${row.fiscal_period} ${row.fiscal_year}`),
      ...dateColumns(['form', 'accession']),
    ],
  })
}
