import { serviceUrl } from '../../api/origin.ts'
import { EXPORTS, type ExportRows, fileName, toClipboard } from '../../lib/export-rows.ts'
import { CopyButton } from './copy-button.tsx'
import { ExportFile } from './export-file.tsx'
import { Menu } from './menu.tsx'

export interface ExportActionsProps {
  /** Title of what is exported; the file is named after it. */
  readonly name: string
  /** What is shown, every digit of it. */
  rows(): ExportRows
  /** Address of the answer behind it. */
  readonly address: string | undefined
}

/** What a table shows as files and for the clipboard, its request for a shell. */
export function ExportActions({ name, rows, address }: ExportActionsProps) {
  const file = fileName(name)
  return (
    <span className="exports" aria-keyshortcuts="e">
      <ExportFile name="CSV" file={file} kind={EXPORTS.CSV} rows={rows} />
      <Menu name="Export">
        <ExportFile name="NDJSON" file={file} kind={EXPORTS.NDJSON} rows={rows} />
        <ExportFile name="Parquet" file={file} kind={EXPORTS.Parquet} rows={rows} />
        <CopyButton name="Copy rows (TSV)" text={() => toClipboard(rows())} />
        {address !== undefined && (
          <CopyButton name="Copy as curl" text={() => `curl -s '${serviceUrl}${address}'`} />
        )}
      </Menu>
    </span>
  )
}
