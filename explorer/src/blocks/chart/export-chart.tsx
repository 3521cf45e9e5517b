import { use } from 'react'
import { appPath, serviceUrl } from '../../api/origin.ts'
import { fileName } from '../../lib/export-rows.ts'
import { isoText } from '../../lib/writing.ts'
import { BlockId, embedCode, embedUrl } from '../embed/embedded.ts'
import { CopyButton, ExportMenu } from '../export/export-actions.tsx'
import { SavePicture } from '../export/save-picture.tsx'
import { chartSvg } from './chart-svg.ts'
import type { Drawing } from './notes.ts'
import type { Prepared } from './prepare.ts'

export interface ExportChartProps {
  readonly label: string
  readonly path: string
  readonly isDemo: boolean
  readonly drawing: Drawing
  write(value: number): string
}

/** What the chart shows as a file, for the clipboard, or for another page. */
export function ExportChart({ label, path, isDemo, drawing, write }: ExportChartProps) {
  const block = use(BlockId)
  const title = `${document.title.replace(/ · Almanac$/, '')}: ${label}`
  // A chart of several answers has the path of its page.
  const isOperation = !path.startsWith(appPath)
  const toEmbed = () => embedCode(embedUrl(window.location, appPath, block ?? ''), title)
  return (
    <ExportMenu
      file={fileName(title)}
      noun="points"
      rows={() => rowsOf(drawing.prepared)}
      path={isOperation ? path : undefined}
      picture={
        <SavePicture
          title={title}
          url={isOperation ? serviceUrl + path : path}
          isDemo={isDemo}
          svg={(options) => chartSvg(drawing, { ...options, write })}
        />
      }
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
