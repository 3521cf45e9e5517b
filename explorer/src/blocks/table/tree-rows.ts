import type { Sort } from '../../lib/view-state.ts'
import type { Column } from './column.ts'
import { sortRows } from './sort-rows.ts'

/** Rows that others lie under. */
export interface Tree<Row> {
  childrenOf(row: Row): readonly Row[]
  isOpen(row: Row): boolean
}

/** A row in its place; a child has no rank. */
export interface PlacedRow<Row> {
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

/** Rows that stand for themselves: children instead of what they lie under, so each counts once. */
export function leavesOf<Row>(rows: readonly Row[], tree: Tree<Row> | undefined): readonly Row[] {
  if (tree === undefined) return rows
  return rows.flatMap((row) => {
    const children = tree.childrenOf(row)
    return children.length === 0 ? [row] : children
  })
}
