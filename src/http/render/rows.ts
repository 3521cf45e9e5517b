import { at } from '../../lib/at.ts'
import { type Cell, type Column, toCell } from './cells.ts'

// Rows are turned into text in batches: long enough to be quick, short enough to yield between.
const VALUES_PER_BATCH = 1_000

/** A long part of a response, rendered in batches of rows. Missing rows are left out. */
export class Rows {
  readonly #cell: Cell
  readonly #names: ArrayLike<string | number> | undefined

  constructor(cell: Cell, names?: ArrayLike<string | number>) {
    this.#cell = cell
    this.#names = names
  }

  /** How many rows there are, with those that are missing. */
  get length(): number {
    return this.#cell.length
  }

  /** Whether rows are members of an object rather than elements of a list. */
  get isNamed(): boolean {
    return this.#names !== undefined
  }

  nameAt(row: number): string {
    return String(this.#names?.[row])
  }

  /** The value of a row; `undefined` if it is missing. */
  valueAt(row: number): unknown {
    return this.#cell.value(row)
  }

  *batches(): Generator<string> {
    const { length, width } = this.#cell
    const size = Math.max(1, Math.floor(VALUES_PER_BATCH / Math.max(1, width)))
    yield this.#names === undefined ? '[' : '{'
    let separator = ''
    for (let from = 0; from < length; from += size) {
      const text = this.#text(from, Math.min(length, from + size))
      if (text === '') continue
      yield separator + text
      separator = ','
    }
    yield this.#names === undefined ? ']' : '}'
  }

  /** The same as a plain value, for a small part that `JSON.stringify` meets. */
  toJSON(): unknown {
    return JSON.parse([...this.batches()].join(''))
  }

  #text(from: number, to: number): string {
    const parts: string[] = []
    for (let row = from; row < to; row++) {
      const text = this.#cell.text(row)
      if (text !== '') parts.push(this.#names === undefined ? text : this.#member(row, text))
    }
    return parts.join(',')
  }

  #member(row: number, text: string): string {
    return `${JSON.stringify(this.nameAt(row))}:${text}`
  }
}

/** A JSON array with one element per row. */
export function list(column: Column): Rows {
  return new Rows(toCell(column))
}

/** A JSON object with one member per row, in the order of the rows. */
export function members(names: ArrayLike<string | number>, column: Column): Rows {
  return new Rows(toCell(column), names)
}

/** A list or object per row, made when it is written: a batch of its own each. */
export function nested(rows: readonly (() => Rows)[]): Cell {
  const text = (row: number) => [...at(rows, row)().batches()].join('')
  return { length: rows.length, width: VALUES_PER_BATCH, text, value: (row) => at(rows, row)() }
}
