import { memo } from 'react'
import { exact } from '../../lib/numbers.ts'
import { DAY_SEC, dayText, momentText } from '../../lib/times.ts'
import type { Prepared } from './prepare.ts'

const MAX_ROWS = 400

/** The points of a chart as a table, newest first. */
export const ChartTable = memo(function ChartTable({
  label,
  prepared,
}: {
  label: string
  prepared: Prepared
}) {
  const { times, layers } = prepared
  const rows = times.map((sec, index) => ({ sec, index })).reverse()
  const timeText = times.every((sec) => sec % DAY_SEC === 0) ? dayText : momentText
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by keys
    <section className="chart-table" tabIndex={0} aria-label={`${label} as a table`}>
      <table className="data">
        <thead>
          <tr>
            <th scope="col" className="left">
              Time
            </th>
            {layers.map(({ name }) => (
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
              {layers.map(({ name, read }) => (
                <td key={name}>{exact(read[index])}</td>
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
})
