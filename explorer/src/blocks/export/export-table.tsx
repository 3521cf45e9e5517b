import { useSearch } from '@tanstack/react-router'
import { serviceUrl } from '../../api/origin.ts'
import { EXPORTS, fileName, parquetAddress, toClipboard } from '../../lib/export-rows.ts'
import { seriesKeys } from '../../page/series-keys.ts'
import { type Column, exportCell, exportHead } from '../table/column.ts'
import { CopyButton } from './copy-button.tsx'
import { ExportFile } from './export-file.tsx'
import { Menu } from './menu.tsx'

// Keys that choose no rows.
const NEUTRAL = new Set([...Object.keys(seriesKeys), 'sort', 'cols', 'asOf', 'theme', 'by', 'fig'])

export interface ExportTableProps<Row> {
  readonly name: string
  readonly columns: readonly Column<Row>[]
  /** Rows of the filter, in the order of the screen. */
  rows(): readonly Row[]
  /** Address of the answer behind the table. */
  readonly address: string | undefined
}

/** The rows of the filter as files and for the clipboard, the request for a shell. */
export function ExportTable<Row>({ name, columns, rows, address }: ExportTableProps<Row>) {
  const search = useSearch({ strict: false })
  const isFiltered = Object.keys(search).some((key) => !NEUTRAL.has(key))
  const file = fileName(name)
  const exported = () => ({
    head: columns.map(exportHead),
    rows: rows().map((row) => columns.map((column) => exportCell(column, row))),
  })
  return (
    <>
      <ExportFile name="CSV" file={file} kind={EXPORTS.CSV} rows={exported} />
      <Menu name="Export">
        <ExportFile name="NDJSON" file={file} kind={EXPORTS.NDJSON} rows={exported} />
        {address !== undefined && !isFiltered && (
          // The whole answer, so it is no export of a part of it.
          <a className="action" href={`${serviceUrl}${parquetAddress(address)}`} download>
            Parquet
          </a>
        )}
        <CopyButton name="Copy rows (TSV)" text={() => toClipboard(exported())} />
        {address !== undefined && (
          <CopyButton name="Copy as curl" text={() => `curl -s '${serviceUrl}${address}'`} />
        )}
      </Menu>
    </>
  )
}
