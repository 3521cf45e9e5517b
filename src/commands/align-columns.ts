import { at } from '../lib/at.ts'

type Cell = string | number

/** Prints a table: what its columns are called, and what a row has in each. */
export function printTable<R>(
  print: (line: string) => void,
  ...table: Parameters<typeof tableLines<R>>
): void {
  for (const line of tableLines(...table)) print(line)
}

/** The same as lines. */
export function tableLines<R>(
  rows: readonly R[],
  columns: Readonly<Record<string, (row: R) => Cell>>,
): string[] {
  const cells = Object.values(columns)
  return alignColumns([
    Object.keys(columns),
    ...rows.map((row) => cells.map((cell) => String(cell(row)))),
  ])
}

/** Lines with aligned columns; every row has the same number of cells. */
export function alignColumns(rows: readonly (readonly string[])[]): string[] {
  const widths: number[] = []
  for (const row of rows)
    for (const [column, cell] of row.entries())
      widths[column] = Math.max(widths[column] ?? 0, cell.length)
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(at(widths, column)))
      .join('  ')
      .trimEnd(),
  )
}
