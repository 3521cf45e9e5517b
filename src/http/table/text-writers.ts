import { isNull } from './cells.ts'
import type { TableColumn } from './column.ts'
import type { Row } from './read-rows.ts'

// What a spreadsheet takes for a formula, unless it is a plain number.
const FORMULA = /^[=+\-@\t\r]/
const NUMBER = /^[+-]?\d+(\.\d+)?([eE][+-]?\d+)?$/
const NEEDS_QUOTES = /[",\r\n]/
const NEEDS_CARE = /^[=+\-@\t]|[",\r\n]/

/** CSV of RFC 4180 with a line feed after each line: missing is empty, empty text is `""`. */
export function csvWriter(columns: readonly TableColumn[]) {
  const head = `${columns.map(({ name }) => quoted(name)).join(',')}\n`
  const line = (row: Row) => {
    let text = cellOf(row[0])
    for (let index = 1; index < columns.length; index++) text += `,${cellOf(row[index])}`
    return `${text}\n`
  }
  return { head, line }
}

/** Numbers are the text that JSON has; a list or map is its JSON. */
function cellOf(value: unknown): string {
  if (typeof value === 'number') return Number.isFinite(value) ? `${value}` : ''
  if (typeof value === 'string') return quoted(value)
  if (value === null || value === undefined) return ''
  return typeof value === 'boolean' ? `${value}` : quoted(JSON.stringify(value))
}

function quoted(text: string): string {
  if (text === '') return '""'
  if (!NEEDS_CARE.test(text)) return text
  const safe = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** One JSON object a line, every column in each; lists and maps stay what they are. */
export function ndjsonWriter(columns: readonly TableColumn[]) {
  const names = columns.map(
    ({ name }, index) => `${index === 0 ? '{' : ','}${JSON.stringify(name)}:`,
  )
  const line = (row: Row) => {
    let text = ''
    for (let index = 0; index < names.length; index++) text += names[index] + jsonOf(row[index])
    return `${text}}\n`
  }
  return { head: '', line }
}

function jsonOf(value: unknown): string {
  if (typeof value === 'number') return Number.isFinite(value) ? `${value}` : 'null'
  return isNull(value) ? 'null' : JSON.stringify(value)
}
