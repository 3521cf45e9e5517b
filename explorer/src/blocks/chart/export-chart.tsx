import { use } from 'react'
import { appPath, serviceUrl } from '../../api/origin.ts'
import { EXPORTS, fileName, parquetAddress, toClipboard } from '../../lib/export-rows.ts'
import { useAsOf } from '../../page/use-as-of.ts'
import { embedAddress, embedCode } from '../embed/embed-code.ts'
import { BlockId } from '../embed/embedded.ts'
import { CopyButton } from '../export/copy-button.tsx'
import { ExportFile } from '../export/export-file.tsx'
import { Menu } from '../export/menu.tsx'
import { saveFile } from '../export/save-file.ts'
import { captionOf, chartSvg } from './chart-svg.ts'
import { readColors } from './colors.ts'
import type { Drawing } from './drawing.ts'
import type { Prepared } from './prepare.ts'
import { savePng } from './save-png.ts'

const SIZE = { width: 960, height: 540, scale: 2 }

export interface ExportChartProps {
  readonly title: string
  readonly address: string
  readonly isDemo: boolean
  readonly drawing: Drawing
  readonly window: readonly [fromSec: number, toSec: number]
  write(value: number): string
}

/** What the chart shows as a file, for the clipboard, or for another page. */
export function ExportChart(props: ExportChartProps) {
  const { title, address, isDemo, drawing, window: shown, write } = props
  const asOf = useAsOf()
  const block = use(BlockId)
  const file = fileName(title)
  // A chart of several answers has the address of its page.
  const isOperation = !address.startsWith(appPath)
  const rows = () => rowsOf(drawing.prepared)
  const toSvg = () =>
    chartSvg(drawing, {
      ...SIZE,
      title,
      caption: captionOf({ address, isDemo, asOf, nowSec: Date.now() / 1000 }),
      colors: readColors(),
      write,
    })
  const toEmbed = () => embedCode(embedAddress(window.location, appPath, block ?? ''), title)
  return (
    <>
      <ExportFile name="CSV" file={file} kind={EXPORTS.CSV} rows={rows} />
      <Menu name="Export">
        <ExportFile name="NDJSON" file={file} kind={EXPORTS.NDJSON} rows={rows} />
        {isOperation && (
          <a className="action" href={`${serviceUrl}${parquetAddress(address, shown)}`} download>
            Parquet
          </a>
        )}
        <button
          type="button"
          className="action"
          onClick={() => saveFile(`${file}.svg`, 'image/svg+xml', toSvg())}
        >
          SVG
        </button>
        <button
          type="button"
          className="action"
          onClick={() => void savePng(`${file}.png`, toSvg(), SIZE)}
        >
          PNG
        </button>
        <CopyButton name="Copy points (TSV)" text={() => toClipboard(rows())} />
        {isOperation && (
          <CopyButton name="Copy as curl" text={() => `curl -s '${serviceUrl}${address}'`} />
        )}
        {block !== null && <CopyButton name="Copy embed" text={toEmbed} />}
      </Menu>
    </>
  )
}

function rowsOf({ times, layers }: Prepared) {
  return {
    head: ['time', ...layers.map(({ name }) => name)],
    rows: times.map((sec, index) => [
      new Date(sec * 1000).toISOString(),
      ...layers.map(({ read }) => read[index]),
    ]),
  }
}
