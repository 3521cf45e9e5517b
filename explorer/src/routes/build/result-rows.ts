import type { Cell } from '../../lib/csv.ts'
import type { ExportRows } from '../../lib/export-rows.ts'
import type { Rows } from '../../lib/rows.ts'

/** The whole result for a file; lists and objects as JSON, what is missing is null. */
export function resultRows({ columns, rows }: Rows): ExportRows {
  return {
    head: columns.map(({ name }) => name),
    rows: rows.map((row) => columns.map((_, index) => cellOf(row[index]))),
  }
}

function cellOf(value: unknown): Cell {
  if (value === null || value === undefined) return null
  return typeof value === 'object' ? JSON.stringify(value) : (value as Cell)
}
