/** One value per row. */
export interface Cell {
  readonly length: number
  /** About how many numbers or texts one row holds. */
  readonly width: number
  /** The JSON of a row's value; an empty text where a row has none. */
  text(row: number): string
  /** The same as a value, for other formats than JSON; `undefined` where a row has none. */
  value(row: number): unknown
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
  return {
    length,
    width: 1,
    text: (row) => textOf(valueAt(row)),
    value: (row) => {
      const value = valueAt(row)
      return Number.isNaN(value) ? undefined : value
    },
  }
}

function textOf(value: unknown): string {
  if (typeof value !== 'number') return JSON.stringify(value) ?? ''
  if (Number.isFinite(value)) return `${value}`
  return Number.isNaN(value) ? '' : 'null'
}

/** The same column with `null` where a value is missing. */
export function orNull(column: Column): Cell {
  const cell = toCell(column)
  return {
    ...cell,
    text: (row) => cell.text(row) || 'null',
    value: (row) => cell.value(row) ?? null,
  }
}

/** A column whose first value belongs to row `offset`; rows outside of it are missing. */
export function shifted(column: Column, offset: number, length: number): Cell {
  const cell = toCell(column)
  const has = (row: number) => row >= offset && row - offset < cell.length
  return {
    length,
    width: cell.width,
    text: (row) => (has(row) ? cell.text(row - offset) : ''),
    value: (row) => (has(row) ? cell.value(row - offset) : undefined),
  }
}

/** The same column without the rows that are not wanted. */
export function where(column: Column, isWanted: (row: number) => boolean): Cell {
  const cell = toCell(column)
  return {
    ...cell,
    text: (row) => (isWanted(row) ? cell.text(row) : ''),
    value: (row) => (isWanted(row) ? cell.value(row) : undefined),
  }
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
  const value = (row: number) => {
    const all: unknown[] = []
    for (const cell of cells) {
      const part = cell.value(row)
      if (part === undefined) return undefined
      all.push(part)
    }
    return all
  }
  return { ...sizeOf(cells), text, value }
}

/** An object per row. Missing values leave their member out; without any member the row is missing. */
export function record(
  columns: Readonly<Record<string, Column>> | ReadonlyMap<string, Column>,
): Cell {
  const entries = columns instanceof Map ? [...columns] : Object.entries(columns)
  const shape: RecordShape = {
    names: entries.map(([name]) => name),
    members: entries.map(([name, column]) => {
      const key = `${JSON.stringify(name)}:`
      return { first: `{${key}`, next: `,${key}`, cell: toCell(column) }
    }),
    places: new Map(entries.map(([name], index) => [name, index])),
  }
  const has = (row: number) => shape.members.some(({ cell }) => cell.value(row) !== undefined)
  return {
    ...sizeOf(shape.members.map(({ cell }) => cell)),
    text: (row) => recordText(shape, row),
    value: (row) => (has(row) ? new RecordRow(shape, row) : undefined),
  }
}

interface RecordShape {
  readonly names: readonly string[]
  readonly members: readonly Member[]
  readonly places: ReadonlyMap<string, number>
}

interface Member {
  /** The name as JSON, as the first member of its object and as a later one. */
  readonly first: string
  readonly next: string
  readonly cell: Cell
}

function recordText({ members }: RecordShape, row: number): string {
  let all = ''
  for (const { first, next, cell } of members) {
    const part = cell.text(row)
    if (part !== '') all += (all === '' ? first : next) + part
  }
  return all === '' ? '' : `${all}}`
}

/** One row of a record, whose members are read where they are needed. */
export class RecordRow {
  readonly #shape: RecordShape
  readonly #row: number

  constructor(shape: RecordShape, row: number) {
    this.#shape = shape
    this.#row = row
  }

  /** Names of all members, also of those that this row has not. */
  get names(): readonly string[] {
    return this.#shape.names
  }

  valueAt(index: number): unknown {
    return this.#shape.members[index]?.cell.value(this.#row)
  }

  get(name: string): unknown {
    const index = this.#shape.places.get(name)
    return index === undefined ? undefined : this.valueAt(index)
  }

  toJSON(): unknown {
    return JSON.parse(recordText(this.#shape, this.#row))
  }
}

function sizeOf(cells: readonly Cell[]): { length: number; width: number } {
  const length = cells.reduce((longest, cell) => Math.max(longest, cell.length), 0)
  if (cells.some((cell) => cell.length !== length))
    throw new RangeError(
      `Columns have different lengths: ${cells.map((cell) => cell.length).join(', ')}.`,
    )
  return { length, width: cells.reduce((sum, { width }) => sum + width, 0) }
}
