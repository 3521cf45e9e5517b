import type { Sort } from '../../lib/view-state.ts'
import { type Column, isNames, type Raw } from './column.ts'

/** Rows by a column; missing last in both directions, ties in the order they came. */
export function sortRows<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  { column: id, isDescending }: Sort,
): readonly Row[] {
  const column = columns.find((candidate) => candidate.id === id)
  if (column === undefined) return rows
  const keyed = rows.map((row) => ({ row, key: keyOf(column.value(row)) }))
  keyed.sort((a, b) => compare(a.key, b.key, isDescending ? -1 : 1))
  return keyed.map(({ row }) => row)
}

function compare(a: number | string | null, b: number | string | null, way: 1 | -1): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  if (typeof a === 'number' && typeof b === 'number') return (a - b) * way
  return String(a).localeCompare(String(b), 'en', { numeric: true }) * way
}

function keyOf(value: Raw): number | string | null {
  if (value === null || value === undefined || value === '') return null
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value === 'boolean') return Number(value)
  return isNames(value) ? value.length : value
}
