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

/** Rows that others are under. */
export interface Tree<Row> {
  childrenOf(row: Row): readonly Row[]
  isOpen(row: Row): boolean
}

/** A row in its place; a child has no rank. */
interface PlacedRow<Row> {
  readonly row: Row
  readonly rank: number | null
}

/** Rows in order, the children of open ones below them in the same order. */
export function treeRows<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  sort: Sort,
  tree: Tree<Row> | undefined,
): readonly PlacedRow<Row>[] {
  return sortRows(rows, columns, sort).flatMap((row, index) => [
    { row, rank: index + 1 },
    ...(tree?.isOpen(row) === true
      ? sortRows(tree.childrenOf(row), columns, sort).map((child) => ({ row: child, rank: null }))
      : []),
  ])
}

/** Rows that stand for themselves: children instead of what they are under, so each counts once. */
export function leavesOf<Row>(rows: readonly Row[], tree: Tree<Row> | undefined): readonly Row[] {
  if (tree === undefined) return rows
  return rows.flatMap((row) => {
    const children = tree.childrenOf(row)
    return children.length === 0 ? [row] : children
  })
}

/** Sums of the columns that add up; null where no row has a value. */
export function summed<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
): ReadonlyMap<string, number | null> {
  return new Map(
    columns
      .filter(({ addsUp }) => addsUp === true)
      .map((column) => {
        const values = rows.map((row) => column.value(row)).filter((value) => isNumber(value))
        const sum = values.reduce((total, value) => total + value, 0)
        return [column.id, values.length === 0 ? null : sum]
      }),
  )
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value)
}

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
