import { use } from 'react'
import { appPath, serviceUrl } from '../../api/origin.ts'
import { EXPORTS, fileName, toClipboard } from '../../lib/export-rows.ts'
import { useAsOf } from '../../page/use-as-of.ts'
import { embedAddress, embedCode } from '../embed/embed-code.ts'
import { BlockId } from '../embed/embedded.ts'
import { CopyButton } from '../export/copy-button.tsx'
import { ExportFile } from '../export/export-file.tsx'
import { Menu } from '../export/menu.tsx'
import { captionOf, chartSvg } from './chart-svg.ts'
import { readColors } from './colors.ts'
import type { Drawing } from './drawing.ts'
import type { Prepared } from './prepare.ts'
import { SavePicture } from './save-picture.tsx'

const SIZE = { width: 960, height: 540, scale: 2 }

export interface ExportChartProps {
  readonly title: string
  readonly address: string
  readonly isDemo: boolean
  readonly drawing: Drawing
  write(value: number): string
}

/** What the chart shows as a file, for the clipboard, or for another page. */
export function ExportChart(props: ExportChartProps) {
  const { title, address, isDemo, drawing, write } = props
  const asOf = useAsOf()
  const block = use(BlockId)
  const whole = `${document.title.replace(/ · Almanac$/, '')}: ${title}`
  const file = fileName(whole)
  // A chart of several answers has the address of its page.
  const isOperation = !address.startsWith(appPath)
  const rows = () => rowsOf(drawing.prepared)
  const toSvg = () =>
    chartSvg(drawing, {
      ...SIZE,
      title: whole,
      caption: captionOf({
        address: isOperation ? serviceUrl + address : address,
        isDemo,
        asOf,
        nowSec: Date.now() / 1000,
      }),
      colors: readColors(),
      write,
    })
  const toEmbed = () => embedCode(embedAddress(window.location, appPath, block ?? ''), whole)
  return (
    <>
      <ExportFile name="CSV" file={file} kind={EXPORTS.CSV} rows={rows} />
      <Menu name="Export">
        <ExportFile name="NDJSON" file={file} kind={EXPORTS.NDJSON} rows={rows} />
        <ExportFile name="Parquet" file={file} kind={EXPORTS.Parquet} rows={rows} />
        <SavePicture file={file} svg={toSvg} size={SIZE} />
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
