import { isNull } from './cells.ts'
import type { TableColumn } from './column.ts'
import type { Row } from './read-rows.ts'

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
