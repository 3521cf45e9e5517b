import { exact } from '../../lib/numbers.ts'
import { dayText } from '../../lib/times.ts'
import type { Bar } from './candle-shapes.ts'
import '../table/table.css'

const MAX_ROWS = 400
const HEADS = ['Open', 'High', 'Low', 'Close', 'Volume']

/** The bars as a table, newest first. */
export function CandleTable({ label, bars }: { label: string; bars: readonly Bar[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by keys
    <section className="chart-table" tabIndex={0} aria-label={`${label} as a table`}>
      <table className="data">
        <thead>
          <tr>
            <th scope="col" className="left">
              Time
            </th>
            {HEADS.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {bars
            .toReversed()
            .slice(0, MAX_ROWS)
            .map(({ sec, open, high, low, close, volume }) => (
              <tr key={sec}>
                <td className="left">{dayText(sec)}</td>
                <td>{exact(open)}</td>
                <td>{exact(high)}</td>
                <td>{exact(low)}</td>
                <td>{exact(close)}</td>
                <td>{exact(volume)}</td>
              </tr>
            ))}
        </tbody>
      </table>
    </section>
  )
}
