import { periodOf, periodStart } from './series-steps.ts'
import { sumOf } from './sums.ts'

export interface GroupSums {
  readonly name: string
  readonly count: number
  /** In the order of the values; null where no row of the group has one. */
  readonly sums: readonly (number | null)[]
}

/** Rows by one of their names, counted and added up; a row without a name is in no group. */
export function groupedBy<Row>(
  rows: readonly Row[],
  namesOf: (row: Row) => readonly (string | null | undefined)[],
  valuesOf: readonly ((row: Row) => number | null)[],
): GroupSums[] {
  const groups = new Map<string, Row[]>()
  for (const row of rows)
    for (const name of new Set(namesOf(row))) {
      if (name == null || name === '') continue
      const group = groups.get(name)
      if (group === undefined) groups.set(name, [row])
      else group.push(row)
    }
  return [...groups].map(([name, group]) => ({
    name,
    count: group.length,
    sums: valuesOf.map((read) => sumOf(group.map(read))),
  }))
}

/**
 * Sums by calendar month (UTC), from the first month to the last: 0 where nothing happened, null
 * where only unknown amounts did.
 */
export function monthly(
  points: readonly (readonly [sec: number | null, value: number | null])[],
): [sec: number, sum: number | null][] {
  const months = Map.groupBy(
    points.flatMap(([sec, value]) => (sec === null ? [] : [{ sec, value }])),
    ({ sec }) => periodOf(sec, 'm'),
  )
  if (months.size === 0) return []
  const first = Math.min(...months.keys())
  return Array.from({ length: Math.max(...months.keys()) - first + 1 }, (_, index) => {
    const month = first + index
    const own = months.get(month)
    return [periodStart(month, 'm'), own === undefined ? 0 : sumOf(own.map(({ value }) => value))]
  })
}
