import { serviceUrl } from '../../api/origin.ts'
import { useAsOf, useBlockResponse } from '../../api/request.ts'
import { fileName } from '../../lib/export-rows.ts'
import { isoText } from '../../lib/writing.ts'
import { captionOf } from '../chart/chart-svg.ts'
import { readColors } from '../chart/colors.ts'
import { Button } from '../controls/button.tsx'
import { ExportMenu } from '../export/export-actions.tsx'
import { SavePicture } from '../export/save-picture.tsx'
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
  const response = useBlockResponse()
  const file = fileName(label)
  const toSvg = () =>
    candleSvg(bars, {
      ...SIZE,
      title: label,
      caption: captionOf({
        address: response === undefined ? window.location.href : serviceUrl + response.address,
        isDemo: response?.isDemo ?? false,
        asOf,
        nowSec: Date.now() / 1000,
      }),
      colors: readColors(),
    })
  return (
    <div className="actions">
      <Button aria-pressed={isTable} onClick={onTable}>
        View as table
      </Button>
      <ExportMenu
        file={file}
        noun="bars"
        rows={() => rowsOf(bars)}
        address={response?.address}
        picture={<SavePicture file={file} svg={toSvg} size={SIZE} />}
      />
    </div>
  )
}

function rowsOf(bars: readonly Bar[]) {
  return {
    head: ['time', 'open', 'high', 'low', 'close', 'volume'],
    rows: bars.map(({ sec, open, high, low, close, volume }) => [
      isoText(sec),
      ...[open, high, low, close, volume],
    ]),
  }
}
