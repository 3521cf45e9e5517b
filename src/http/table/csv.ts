import { at } from '../../lib/at.ts'
import { isNull, textOf } from './cells.ts'
import type { TableColumn } from './column.ts'
import type { Row } from './read-rows.ts'

const NEEDS_QUOTES = /[",\r\n]/
// What a spreadsheet takes for a formula, unless it is a plain number.
const FORMULA = /^[=+\-@\t\r]/
const NUMBER = /^[+-]?\d+(\.\d+)?([eE][+-]?\d+)?$/

/** CSV of RFC 4180 with one line feed a line: missing is empty, empty text is `""`. */
export function csvWriter(columns: readonly TableColumn[]) {
  const cellOf = columns.map(({ kind }) => (value: unknown) => {
    if (typeof value === 'number') return Number.isFinite(value) ? `${value}` : ''
    if (isNull(value)) return ''
    if (typeof value === 'boolean') return `${value}`
    return quoted(textOf(value, kind))
  })
  const head = `${columns.map(({ name }) => quoted(name)).join(',')}\n`
  const rows = (batch: readonly Row[]) => {
    let text = ''
    for (const row of batch) {
      text += at(cellOf, 0)(row[0])
      for (let index = 1; index < cellOf.length; index++)
        text += `,${at(cellOf, index)(row[index])}`
      text += '\n'
    }
    return text
  }
  return { head, rows }
}

function quoted(text: string): string {
  if (text === '') return '""'
  const safe = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
