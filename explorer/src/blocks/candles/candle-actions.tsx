import { toCsv } from '../../lib/csv.ts'
import { saveFile } from '../export/save-file.ts'
import type { Bar } from './candle-shapes.ts'

/** The bars as a table or a file. */
export function CandleActions({
  label,
  bars,
  isTable,
  onTable,
}: {
  label: string
  bars: readonly Bar[]
  isTable: boolean
  onTable(): void
}) {
  const name = label.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
  return (
    <div className="actions">
      <button type="button" className="action" aria-pressed={isTable} onClick={onTable}>
        View as table
      </button>
      <button
        type="button"
        className="action"
        onClick={() => saveFile(`${name}.csv`, 'text/csv', csvOf(bars))}
      >
        CSV
      </button>
    </div>
  )
}

function csvOf(bars: readonly Bar[]): string {
  return toCsv(
    ['time', 'open', 'high', 'low', 'close', 'volume'],
    bars.map(({ sec, open, high, low, close, volume }) => [
      new Date(sec * 1000).toISOString(),
      open,
      high,
      low,
      close,
      volume,
    ]),
  )
}
