/** Writes the JSON of one value per row; an empty text where a row has none. */
export interface Cell {
  readonly length: number
  /** About how many numbers or texts one row holds. */
  readonly width: number
  text(row: number): string
}

/** Values by row. `undefined` and NaN are missing, `null` is written. */
export type Column = ArrayLike<unknown> | Cell

export function toCell(column: Column): Cell {
  return isCell(column) ? column : computed(column.length, (row) => column[row])
}

function isCell(column: Column): column is Cell {
  return 'text' in column
}

/** Values that are computed, such as the times of a daily series. */
export function computed(length: number, valueAt: (row: number) => unknown): Cell {
  return { length, width: 1, text: (row) => textOf(valueAt(row)) }
}

function textOf(value: unknown): string {
  if (typeof value !== 'number') return JSON.stringify(value) ?? ''
  if (Number.isFinite(value)) return `${value}`
  return Number.isNaN(value) ? '' : 'null'
}

/** The same column with `null` where a value is missing. */
export function orNull(column: Column): Cell {
  const cell = toCell(column)
  return { ...cell, text: (row) => cell.text(row) || 'null' }
}

/** A column whose first value belongs to row `offset`; rows outside of it are missing. */
export function shifted(column: Column, offset: number, length: number): Cell {
  const cell = toCell(column)
  const text = (row: number) => {
    const index = row - offset
    return index >= 0 && index < cell.length ? cell.text(index) : ''
  }
  return { length, width: cell.width, text }
}

/** The same column without the rows that are not wanted. */
export function where(column: Column, isWanted: (row: number) => boolean): Cell {
  const cell = toCell(column)
  return { ...cell, text: (row) => (isWanted(row) ? cell.text(row) : '') }
}

/** An array per row. One missing value makes the whole row missing. */
export function tuple(...columns: readonly Column[]): Cell {
  const cells = columns.map(toCell)
  const text = (row: number) => {
    let all = ''
    for (const cell of cells) {
      const part = cell.text(row)
      if (part === '') return ''
      all += all === '' ? `[${part}` : `,${part}`
    }
    return `${all}]`
  }
  return { ...sizeOf(cells), text }
}

/** An object per row. Missing values leave their member out; without any member the row is missing. */
export function record(
  columns: Readonly<Record<string, Column>> | ReadonlyMap<string, Column>,
): Cell {
  const entries = columns instanceof Map ? [...columns] : Object.entries(columns)
  const members = entries.map(([name, column]) => {
    const key = `${JSON.stringify(name)}:`
    return { first: `{${key}`, next: `,${key}`, cell: toCell(column) }
  })
  const text = (row: number) => {
    let all = ''
    for (const { first, next, cell } of members) {
      const part = cell.text(row)
      if (part !== '') all += (all === '' ? first : next) + part
    }
    return all === '' ? '' : `${all}}`
  }
  return { ...sizeOf(members.map(({ cell }) => cell)), text }
}

function sizeOf(cells: readonly Cell[]): { length: number; width: number } {
  const length = cells.reduce((longest, cell) => Math.max(longest, cell.length), 0)
  if (cells.some((cell) => cell.length !== length))
    throw new RangeError(
      `Columns have different lengths: ${cells.map((cell) => cell.length).join(', ')}.`,
    )
  return { length, width: cells.reduce((sum, { width }) => sum + width, 0) }
}
