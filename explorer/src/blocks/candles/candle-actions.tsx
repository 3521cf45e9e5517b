import { serviceUrl } from '../../api/origin.ts'
import { useAnswered } from '../../api/use-answered.ts'
import { EXPORTS, fileName, toClipboard } from '../../lib/export-rows.ts'
import { useAsOf } from '../../page/use-as-of.ts'
import { captionOf } from '../chart/chart-svg.ts'
import { readColors } from '../chart/colors.ts'
import { SavePicture } from '../chart/save-picture.tsx'
import { CopyButton } from '../export/copy-button.tsx'
import { ExportFile } from '../export/export-file.tsx'
import { Menu } from '../export/menu.tsx'
import type { Bar } from './candle-shapes.ts'
import { candleSvg } from './candle-svg.ts'

const SIZE = { width: 960, height: 540, scale: 2 }

/** The bars as a table, a file, an image, or for the clipboard. */
export function CandleActions(props: {
  label: string
  bars: readonly Bar[]
  isTable: boolean
  onTable(): void
}) {
  const { label, bars, isTable, onTable } = props
  const asOf = useAsOf()
  const answer = useAnswered()
  const file = fileName(label)
  const rows = () => rowsOf(bars)
  const toSvg = () =>
    candleSvg(bars, {
      ...SIZE,
      title: label,
      caption: captionOf({
        address: answer === undefined ? window.location.href : serviceUrl + answer.address,
        isDemo: answer?.isDemo ?? false,
        asOf,
        nowSec: Date.now() / 1000,
      }),
      colors: readColors(),
    })
  return (
    <div className="actions">
      <button type="button" className="action" aria-pressed={isTable} onClick={onTable}>
        View as table
      </button>
      <ExportFile name="CSV" file={file} kind={EXPORTS.CSV} rows={rows} />
      <Menu name="Export">
        <ExportFile name="NDJSON" file={file} kind={EXPORTS.NDJSON} rows={rows} />
        <ExportFile name="Parquet" file={file} kind={EXPORTS.Parquet} rows={rows} />
        <SavePicture file={file} svg={toSvg} size={SIZE} />
        <CopyButton name="Copy bars (TSV)" text={() => toClipboard(rows())} />
        {answer !== undefined && (
          <CopyButton name="Copy as curl" text={() => `curl -s '${serviceUrl}${answer.address}'`} />
        )}
      </Menu>
    </div>
  )
}

function rowsOf(bars: readonly Bar[]) {
  return {
    head: ['time', 'open', 'high', 'low', 'close', 'volume'],
    rows: bars.map(({ sec, open, high, low, close, volume }) => [
      new Date(sec * 1000).toISOString(),
      ...[open, high, low, close, volume],
    ]),
  }
}
