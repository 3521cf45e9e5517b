import { compare } from '../../lib/compare.ts'
import type { ColumnKind } from '../table/column.ts'
import { valueAt } from './list-place.ts'
import { secOf } from './times.ts'

export type Order = 'asc' | 'desc'

type Key = string | number | null

/** The column to sort by, and the members that lead to it. */
interface SortColumn {
  readonly column: { readonly kind: ColumnKind }
  readonly path: readonly string[]
}

/** Sorted by a column: what is not known comes last either way, equals stay as they were. */
export function sortRows<Row>(
  rows: readonly Row[],
  { column: { kind }, path }: SortColumn,
  order: Order | undefined,
): Row[] {
  const keyed = rows.map((row) => ({ row, key: keyOf(valueAt(row, path), kind) }))
  // Numbers and times largest first, texts from A to Z.
  const sign = (order ?? (kind === 'text' ? 'asc' : 'desc')) === 'asc' ? 1 : -1
  return keyed
    .toSorted((a, b) => {
      if (a.key === null || b.key === null) return Number(a.key === null) - Number(b.key === null)
      return sign * compareKnown(a.key, b.key)
    })
    .map(({ row }) => row)
}

function keyOf(cell: unknown, kind: ColumnKind): Key {
  if (kind === 'time') return secOf(cell) ?? null
  if (typeof cell === 'string') return cell.toLowerCase()
  if (typeof cell === 'boolean') return Number(cell)
  return typeof cell === 'number' && Number.isFinite(cell) ? cell : null
}

function compareKnown(a: string | number, b: string | number): number {
  if (typeof a !== typeof b) return typeof a === 'number' ? -1 : 1
  return compare(a, b)
}
