import { column } from '../../blocks/table/column.ts'
import { DAY_SEC, toSec } from '../../lib/times.ts'
import { defineList, ListPage } from '../../page/list-page.tsx'

interface EarningsEvent {
  readonly ticker: string
  readonly iso2_country_code: string
  readonly event_key: string
  readonly date_status: string
  readonly report_date: string
  readonly report_time: string | null
  readonly fiscal_period: string
  readonly fiscal_year: number
  readonly period_end: string
  readonly source: string
  readonly source_form: string | null
  readonly accession_number: string | null
  readonly max_drift_days: number | null
  readonly revision_count: number
  readonly previous_report_date: string | null
}

const TIMES: Readonly<Record<string, string>> = {
  bmo: 'before the open',
  amc: 'after the close',
  dmh: 'during trading',
}
const today = Math.floor(Date.now() / 1000 / DAY_SEC) * DAY_SEC
const isoDay = (sec: number) => new Date(sec * 1000).toISOString().slice(0, 10)

const earnings = defineList<readonly EarningsEvent[], EarningsEvent>({
  title: 'Earnings calendar',
  note: 'Four weeks back, twelve ahead',
  path: '/equities/v1/earnings-calendar',
  query: { from: isoDay(today - 28 * DAY_SEC), to: isoDay(today + 84 * DAY_SEC) },
  rowsOf: (body) => body,
  keyOf: (row) => `${row.iso2_country_code}:${row.ticker}:${row.event_key}`,
  hrefOf: (row) => `/equities/${row.iso2_country_code}/${encodeURIComponent(row.ticker)}`,
  searchIn: ({ ticker }) => [ticker],
  sort: 'date',
  fill: 'almanac sources fill filings',
  choices: [
    { id: 'status', name: 'Status', all: 'Any status', namesOf: (row) => [row.date_status] },
    { id: 'source', name: 'Source', all: 'All sources', namesOf: ({ source }) => [source] },
    { id: 'when', name: 'When', all: 'Any time', namesOf: (row) => whenOf(row.report_date) },
  ],
  columns: [
    column('text', 'ticker', 'Ticker', ({ ticker }) => ticker, { isMain: true }),
    column('day', 'date', 'Date', (row) => toSec(row.report_date), { isMain: true }),
    column('text', 'time', 'Time', ({ report_time }) => TIMES[report_time ?? ''] ?? report_time),
    column('text', 'period', 'Period', (row) => `${row.fiscal_period} ${row.fiscal_year}`),
    column('text', 'status', 'Status', ({ date_status }) => date_status, { isMain: true }),
    column('text', 'source', 'Source', ({ source }) => source),
    column('count', 'drift', '± days', ({ max_drift_days }) => max_drift_days, {
      describe: 'How far an estimated date may be off',
    }),
    column('text', 'form', 'Form', ({ source_form }) => source_form, { isExtra: true }),
    column('text', 'accession', 'Accession', (row) => row.accession_number, { isExtra: true }),
    column('day', 'before', 'Was', (row) => toSec(row.previous_report_date), { isExtra: true }),
    column('count', 'revisions', 'Revisions', ({ revision_count }) => revision_count),
  ],
})

export const Earnings = () => <ListPage list={earnings} />

function whenOf(date: string): string[] {
  const sec = toSec(date)
  if (sec === null) return []
  const days = (sec - today) / DAY_SEC
  if (days < 0) return ['past']
  return days < 7 ? ['within 7 days', 'ahead'] : ['ahead']
}
