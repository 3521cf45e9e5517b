import { useOperation } from '../../api/use-operation.ts'
import { column } from '../../blocks/table/column.ts'
import { TableBlock } from '../../blocks/table/table-block.tsx'
import { toSec } from '../../lib/times.ts'
import { useTableView } from '../../page/use-table-view.ts'
import type { CompanyProps } from './company-keys.ts'
import { DriftBar } from './drift-bar.tsx'
import { type EarningsEvent, sourceText, timeText } from './earnings-event.ts'

/** When a company reported and will report, and where each date comes from. */
export function CompanyEarnings({ query: { ticker, country } }: Pick<CompanyProps, 'query'>) {
  const asked = useOperation('listEarningsCalendar', { ticker })
  const view = useTableView('-date')
  if (asked.data?.body.length === 0) return null
  return (
    <TableBlock
      title="Earnings"
      asked={asked}
      view={view}
      columns={columns}
      rowsOf={(events) => events.filter((event) => event.iso2_country_code === country)}
      keyOf={({ event_key }) => event_key}
    />
  )
}

const columns = [
  column<EarningsEvent>('text', 'period', 'Period', ({ event_key }) => event_key, {
    isMain: true,
  }),
  column<EarningsEvent>('day', 'date', 'Date', (row) => toSec(row.report_date), { isMain: true }),
  column<EarningsEvent>('text', 'time', 'Time', timeText),
  column<EarningsEvent>('text', 'status', 'Status', ({ date_status }) => date_status, {
    isMain: true,
  }),
  column<EarningsEvent>('count', 'drift', 'May be off by', (row) => row.max_drift_days, {
    show: ({ max_drift_days }) => <DriftBar days={max_drift_days} />,
  }),
  column<EarningsEvent>('text', 'source', 'From', sourceText),
  column<EarningsEvent>('text', 'form', 'Form', ({ source_form }) => source_form),
  column<EarningsEvent>('text', 'accession', 'Accession', (row) => row.accession_number),
  column<EarningsEvent>('day', 'before', 'Was', (row) => toSec(row.previous_report_date), {
    isExtra: true,
  }),
  column<EarningsEvent>('count', 'revisions', 'Revisions', (row) => row.revision_count),
]
