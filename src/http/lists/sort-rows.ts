import { valueAt } from './list-place.ts'

export type Order = 'asc' | 'desc'

type Key = string | number | null

/** Sorted by the value at a path: what is not known comes last either way, equals stay as they were. */
export function sortRows<Row>(
  rows: readonly Row[],
  path: readonly string[],
  order: Order | undefined,
): Row[] {
  const keyed = rows.map((row) => ({ row, key: keyOf(valueAt(row, path)) }))
  const sign = (order ?? orderOf(keyed.map(({ key }) => key))) === 'asc' ? 1 : -1
  return keyed
    .toSorted((a, b) => {
      if (a.key === null || b.key === null) return Number(a.key === null) - Number(b.key === null)
      return sign * compare(a.key, b.key)
    })
    .map(({ row }) => row)
}

/** Numbers and times largest first, texts from A to Z. */
function orderOf(keys: readonly Key[]): Order {
  return keys.some((key) => typeof key === 'string') ? 'asc' : 'desc'
}

function keyOf(cell: unknown): Key {
  if (typeof cell === 'string') return cell.toLowerCase()
  if (typeof cell === 'boolean') return Number(cell)
  return typeof cell === 'number' && Number.isFinite(cell) ? cell : null
}

function compare(a: string | number, b: string | number): number {
  if (typeof a !== typeof b) return typeof a === 'number' ? -1 : 1
  if (a === b) return 0
  return a < b ? -1 : 1
}
