import type { Series } from '../../lib/series.ts'
import { DAY_SEC, dayText, exact, timestampText } from '../../lib/writing.ts'
import '../table/table.css'

const MAX_ROWS = 400

/** The points of a chart as a table, newest first. */
export function PointTable(props: {
  label: string
  times: readonly number[]
  columns: readonly Series[]
}) {
  const { label, times, columns } = props
  const rows = times.map((sec, index) => ({ sec, index })).reverse()
  const timeText = times.every((sec) => sec % DAY_SEC === 0) ? dayText : timestampText
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by keys
    <section className="chart-table" tabIndex={0} aria-label={`${label} as a table`}>
      <table className="data">
        <thead>
          <tr>
            <th scope="col" className="left">
              Time
            </th>
            {columns.map(({ name }) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, MAX_ROWS).map(({ sec, index }) => (
            <tr key={sec}>
              <td className="left">{timeText(sec)}</td>
              {columns.map(({ name, values }) => (
                <td key={name}>{exact(values[index])}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > MAX_ROWS && (
        <p className="dim">
          The newest {MAX_ROWS} of {rows.length} points; the CSV has all.
        </p>
      )}
    </section>
  )
}
