import { useState } from 'react'
import { serviceUrl } from '../../api/origin.ts'
import { toCsv } from '../../lib/csv.ts'
import { type Column, exportCell, exportHead } from '../table/column.ts'
import { saveFile } from './save-file.ts'

export interface ExportTableProps<Row> {
  readonly name: string
  readonly columns: readonly Column<Row>[]
  /** Rows of the filter, in the order of the screen. */
  rows(): readonly Row[]
  /** Address of the answer behind the table. */
  readonly address: string | undefined
}

/** The rows of the filter as CSV, the whole answer as Parquet, the request for a shell. */
export function ExportTable<Row>({ name, columns, rows, address }: ExportTableProps<Row>) {
  const [isCopied, setIsCopied] = useState(false)
  const file = name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
  const saveCsv = () => {
    const cells = rows().map((row) => columns.map((column) => exportCell(column, row)))
    saveFile(`${file}.csv`, 'text/csv', toCsv(columns.map(exportHead), cells))
  }
  const copy = async () => {
    await navigator.clipboard.writeText(`curl -s '${serviceUrl}${address ?? ''}'`)
    setIsCopied(true)
    setTimeout(() => setIsCopied(false), 2_000)
  }
  return (
    <>
      <button type="button" className="action" onClick={saveCsv}>
        CSV
      </button>
      {address !== undefined && (
        <>
          <a className="action" href={`${serviceUrl}${withFormat(address, 'parquet')}`} download>
            Parquet
          </a>
          <button type="button" className="action" onClick={() => void copy()}>
            {isCopied ? 'Copied' : 'Copy as curl'}
          </button>
        </>
      )}
    </>
  )
}

function withFormat(address: string, format: string): string {
  return `${address}${address.includes('?') ? '&' : '?'}format=${format}`
}
