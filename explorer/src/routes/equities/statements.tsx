import { Sheet } from '../../blocks/table/plain-table.tsx'
import './equities.css'
import { useOperation } from '../../api/request.ts'
import { Segments } from '../../blocks/chart/segments.tsx'
import { Block } from '../../blocks/states/block.tsx'
import type { ExportRows } from '../../lib/csv.ts'
import { dayText, inUnit, toSec } from '../../lib/writing.ts'
import { ViewSegments } from '../../page/view-fields.tsx'
import { type CompanyProps, companyKeys, STATEMENT_NAMES, signOf } from './company-keys.ts'
import { isSum, type Line, linesOf, type Statement, unitSizeOf } from './statement-lines.ts'

type Period = CompanyProps['view']['state']['period']

/** Statements of a company, newest at the right; lines open into their parts. */
export function Statements({ query, view }: CompanyProps) {
  const { statement, period, shares } = view.state
  const asked = useOperation('getEquityStatements', {
    ...query,
    asReported: shares === 'filed' ? true : undefined,
  })
  const chosen = asked.data?.body[statement]
  return (
    <Block
      title="Statements"
      note={`Millions${signOf(query.country) === '' ? ' of its currency' : ' of dollars'}; per-share figures in full`}
      asked={asked}
      shape={{ rows: 18 }}
      exports={
        chosen !== undefined && {
          name: `${query.ticker} ${STATEMENT_NAMES[statement]}`,
          rows: () => exportOf(chosen, period),
        }
      }
    >
      {() => (
        <>
          <div className="filters">
            <Segments
              label="Statement"
              options={companyKeys.statement.options}
              names={STATEMENT_NAMES}
              value={statement}
              onChange={(value) => view.set({ statement: value, open: [] })}
            />
            <ViewSegments view={view} id="period" of={companyKeys.period} />
            <ViewSegments view={view} id="shares" of={companyKeys.shares} />
          </div>
          {chosen === undefined || chosen[period].periodEnding.length === 0 ? (
            <p className="empty">No statements reported.</p>
          ) : (
            <StatementTable statement={chosen} view={view} />
          )}
        </>
      )}
    </Block>
  )
}

/** Every line with its parts, of all periods. */
function exportOf(statement: Statement, period: Period): ExportRows {
  const { periodEnding } = statement[period]
  const lines = linesOf(statement, period, statement.labels)
  return {
    head: ['line', 'part of', ...periodEnding],
    rows: lines.map(({ label, parent, values }) => [
      label,
      parent,
      ...periodEnding.map((_, index) => values[index] ?? null),
    ]),
  }
}

const MAX_PERIODS = 8

/** A statement as it is printed: lines by period, the newest at the right. */
function StatementTable({
  statement,
  view,
}: Pick<CompanyProps, 'view'> & { statement: Statement }) {
  const { period, open } = view.state
  const { periodEnding } = statement[period]
  const from = Math.max(0, periodEnding.length - MAX_PERIODS)
  const toggle = (name: string) =>
    view.set({ open: open.includes(name) ? open.filter((one) => one !== name) : [...open, name] })
  return (
    <Sheet
      label={STATEMENT_NAMES[view.state.statement]}
      className="statement"
      corner="Period to"
      heads={periodEnding.slice(from).map((date) => [date, periodText(date)])}
      rows={linesOf(statement, period, open).map((line) => ({
        key: `${line.parent} ${line.label}`,
        className: classOf(line),
        head: <Label line={line} isOpen={open.includes(line.label)} onToggle={toggle} />,
        cells: periodEnding
          .slice(from)
          .map((date, place) => <Cell key={date} line={line} value={line.values[from + place]} />),
      }))}
    />
  )
}

interface LabelProps {
  readonly line: Line
  readonly isOpen: boolean
  onToggle(label: string): void
}

function Label({ line: { label, hasChildren, parent }, isOpen, onToggle }: LabelProps) {
  if (!hasChildren || parent !== null) return label
  return (
    <button type="button" className="opener" aria-expanded={isOpen} onClick={() => onToggle(label)}>
      {label}
    </button>
  )
}

function Cell({ line, value }: { line: Line; value: number | null | undefined }) {
  const unitSize = unitSizeOf(line.label)
  if (value === null || value === undefined)
    return (
      <td className="faint" title="Not in the filings of this period">
        —
      </td>
    )
  return <td>{inUnit(value, unitSize, unitSize === 1 ? 2 : 1)}</td>
}

function classOf({ label, parent }: Line): string | undefined {
  if (parent !== null) return 'child'
  return isSum(label) ? 'sum' : undefined
}

function periodText(date: string): string {
  const sec = toSec(date)
  return sec === null ? date : dayText(sec)
}
