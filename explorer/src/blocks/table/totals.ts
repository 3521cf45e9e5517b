import type { Column } from './column.ts'

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
