import { type Column, column, MAIN } from '../../blocks/table/column.ts'
import { toSec } from '../../lib/writing.ts'
import { type EarningsEvent, sourceText, timeText } from './earnings-event.ts'

const WIDTH = 92
const HEIGHT = 12
const MAX_DAYS = 20

/** Possible error of an estimated date, as a bar about it. */
function DriftBar({ days }: { days: number | null }) {
  if (days === null) return <span className="faint">—</span>
  const half = (Math.min(days, MAX_DAYS) / MAX_DAYS) * (WIDTH / 2 - 2)
  const [middle, y] = [WIDTH / 2, HEIGHT / 2]
  return (
    <>
      <svg className="drift" width={WIDTH} height={HEIGHT} aria-hidden="true">
        <path d={`M${middle - half} ${y}H${middle + half}`} />
        <path className="middle" d={`M${middle} 1V${HEIGHT - 1}`} />
      </svg>{' '}
      ± {days} d
    </>
  )
}

/** When a company reports, how sure that is, and where it comes from; some are hidden until chosen. */
export function dateColumns(extra: readonly string[]): readonly Column<EarningsEvent>[] {
  return COLUMNS.map((one) => (extra.includes(one.id) ? { ...one, isExtra: true } : one))
}

const COLUMNS: readonly Column<EarningsEvent>[] = [
  column('day', 'date', 'Date', (row) => toSec(row.report_date), MAIN),
  column('text', 'time', 'Time', timeText),
  column('text', 'status', 'Status', 'date_status', MAIN),
  column('count', 'drift', 'May be off by', 'max_drift_days', {
    describe: 'Possible error of an estimated date',
    show: ({ max_drift_days }) => <DriftBar days={max_drift_days} />,
  }),
  column('text', 'source', 'From', sourceText),
  column('text', 'form', 'Form', 'source_form'),
  column('text', 'accession', 'Accession', 'accession_number'),
  column('day', 'before', 'Was', (row) => toSec(row.previous_report_date)),
  column('count', 'revisions', 'Revisions', 'revision_count'),
]
