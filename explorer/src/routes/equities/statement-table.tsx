import { inUnit } from '../../lib/numbers.ts'
import { dayText, toSec } from '../../lib/times.ts'
import { isSum, type Line, linesOf, type Statement, unitSizeOf } from './statement-lines.ts'
import '../../blocks/table/table.css'
import './equities.css'

const MAX_PERIODS = 8

export interface StatementTableProps {
  readonly label: string
  readonly statement: Statement
  readonly period: 'quarterly' | 'annual'
  readonly opened: readonly string[]
  onOpen(opened: readonly string[]): void
}

/** A statement as it is printed: lines by period, the newest at the right. */
export function StatementTable(props: StatementTableProps) {
  const { label, statement, period, opened, onOpen } = props
  const { periodEnding } = statement[period]
  const from = Math.max(0, periodEnding.length - MAX_PERIODS)
  const toggle = (name: string) =>
    onOpen(opened.includes(name) ? opened.filter((one) => one !== name) : [...opened, name])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by keys
    <section className="table-scroll sideways" aria-label={`Statement: ${label}`} tabIndex={0}>
      <table className="data statement" aria-label={label}>
        <thead>
          <tr>
            <th scope="col" className="left">
              Period to
            </th>
            {periodEnding.slice(from).map((date) => (
              <th key={date} scope="col">
                {periodText(date)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {linesOf(statement, period, opened).map((line) => (
            <tr key={`${line.parent} ${line.label}`} className={classOf(line)}>
              <th scope="row" className="left">
                <Label line={line} isOpen={opened.includes(line.label)} onToggle={toggle} />
              </th>
              {periodEnding.slice(from).map((date, place) => (
                <Cell key={date} line={line} value={line.values[from + place]} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Label({
  line: { label, hasChildren, parent },
  isOpen,
  onToggle,
}: {
  line: Line
  isOpen: boolean
  onToggle(label: string): void
}) {
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
