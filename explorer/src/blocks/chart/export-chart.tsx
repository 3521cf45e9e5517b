import { use } from 'react'
import { appPath, serviceUrl } from '../../api/origin.ts'
import { useAsOf } from '../../api/request.ts'
import { fileName } from '../../lib/export-rows.ts'
import { isoText } from '../../lib/writing.ts'
import { BlockId, embedAddress, embedCode } from '../embed/embedded.ts'
import { CopyButton, ExportMenu } from '../export/export-actions.tsx'
import { SavePicture } from '../export/save-picture.tsx'
import { captionOf, chartSvg } from './chart-svg.ts'
import { readColors } from './colors.ts'
import type { Drawing } from './notes.ts'
import type { Prepared } from './prepare.ts'

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
    <ExportMenu
      file={file}
      noun="points"
      rows={() => rowsOf(drawing.prepared)}
      address={isOperation ? address : undefined}
      picture={<SavePicture file={file} svg={toSvg} size={SIZE} />}
    >
      {block !== null && <CopyButton name="Copy embed" text={toEmbed} />}
    </ExportMenu>
  )
}

function rowsOf({ times, layers }: Prepared) {
  return {
    head: ['time', ...layers.map(({ name }) => name)],
    rows: times.map((sec, index) => [isoText(sec), ...layers.map(({ read }) => read[index])]),
  }
}
