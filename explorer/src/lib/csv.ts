/** CSV as RFC 4180 has it, safe to open in a spreadsheet; TSV for the clipboard. */

export type Cell = string | number | boolean | null | undefined

const FORMULA = /^[=+\-@\t\r]/

/** Rows under a head. Missing is an empty cell, an empty text is quoted. */
export function toCsv(head: readonly string[], rows: readonly (readonly Cell[])[]): string {
  return [head, ...rows].map((row) => `${row.map(csvCell).join(',')}\r\n`).join('')
}

export function toTsv(rows: readonly (readonly Cell[])[]): string {
  return rows.map((row) => row.map(tsvCell).join('\t')).join('\n')
}

function csvCell(cell: Cell): string {
  if (cell === null || cell === undefined) return ''
  if (typeof cell !== 'string') return String(cell)
  const safe = neutral(cell)
  return safe === '' || /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

function tsvCell(cell: Cell): string {
  if (cell === null || cell === undefined) return ''
  return typeof cell === 'string' ? neutral(cell.replaceAll(/[\t\r\n]+/g, ' ')) : String(cell)
}

/** A text that a spreadsheet would run is marked as text. */
function neutral(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text
}

/** Any value as a cell: lists and maps are written as JSON. */
export function cellOf(value: unknown): Cell {
  if (value === null || value === undefined) return null
  if (typeof value === 'number' || typeof value === 'boolean') return value
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Rows of a table or chart for a file. */
export interface ExportRows {
  readonly head: readonly string[]
  readonly rows: readonly (readonly Cell[])[]
}
