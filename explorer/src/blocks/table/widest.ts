import type { Column, Raw } from './column.ts'

/** The row whose cell in a column is the longest, as far as values tell; undefined of none. */
export function widestOf<Row>(rows: readonly Row[], column: Column<Row>): Row | undefined {
  let widest = rows[0]
  let most = -1
  for (const row of rows) {
    const size = sizeOf(column.value(row))
    if (size <= most) continue
    most = size
    widest = row
  }
  return widest
}

/** Large numbers have more digits, long lists and texts more letters. */
function sizeOf(value: Raw): number {
  if (value === null || value === undefined) return 0
  if (typeof value === 'number') return Number.isFinite(value) ? Math.abs(value) : 0
  if (typeof value === 'boolean') return 1
  return typeof value === 'string'
    ? value.length
    : value.reduce((sum, name) => sum + name.length, 0)
}
