import { type Column, exportCell, exportHead } from '../table/column.ts'
import { ExportActions } from './export-actions.tsx'

export interface ExportTableProps<Row> {
  readonly name: string
  readonly columns: readonly Column<Row>[]
  /** Rows of the filter, in the order of the screen. */
  rows(): readonly Row[]
  /** Address of the answer behind the table. */
  readonly address: string | undefined
}

/** The rows of the filter, with all of their columns. */
export function ExportTable<Row>({ name, columns, rows, address }: ExportTableProps<Row>) {
  const exported = () => ({
    head: columns.map(exportHead),
    rows: rows().map((row) => columns.map((column) => exportCell(column, row))),
  })
  return <ExportActions name={name} rows={exported} address={address} />
}
