/** One row of a list, as the answer has it. */
export type Row = Readonly<Record<string, unknown>>

/** The value at a column, whose name has a dot for each level it lies deeper. */
export function cellOf(row: Row, column: string): unknown {
  if (column in row) return row[column]
  let value: unknown = row
  for (const name of column.split('.')) value = memberOf(value, name)
  return value
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? (value as Record<string, unknown>)[name]
    : undefined
}
