import { at } from '../../lib/at.ts'
import type { ColumnKind, TableColumn } from './column.ts'

/** A missing value, or one that JSON writes as null. */
export function isNull(value: unknown): value is null | undefined {
  return (
    value === null || value === undefined || (typeof value === 'number' && !Number.isFinite(value))
  )
}

/** The text of a value: of a list or map its JSON. */
export function textOf(value: unknown, kind: ColumnKind): string {
  if (typeof value === 'string' && kind !== 'json') return value
  return JSON.stringify(value)
}

/** A time in milliseconds, whatever it is in the JSON. */
export function timeMs(value: unknown, { name, time }: TableColumn): number {
  const ms = time === 'text' ? Date.parse(String(value)) : Number(value)
  if (!Number.isFinite(ms)) throw new RangeError(`${name} is not a time: ${JSON.stringify(value)}.`)
  return time === 'seconds' ? ms * 1000 : ms
}

/** The values of a column in the types that Arrow and Parquet have; `null` is missing. */
export function typedValue(value: unknown, column: TableColumn): unknown {
  if (isNull(value)) return null
  if (column.kind === 'time') return timeMs(value, column)
  if (column.kind === 'integer') return BigInt(value as number)
  if (column.kind === 'number' || column.kind === 'boolean') return value
  return textOf(value, column.kind)
}

/** Rows turned into columns, until they are taken. */
export class ColumnBatch {
  readonly #columns: readonly TableColumn[]
  #values: unknown[][]

  constructor(columns: readonly TableColumn[]) {
    this.#columns = columns
    this.#values = columns.map(() => [])
  }

  get length(): number {
    return this.#values[0]?.length ?? 0
  }

  add(row: readonly unknown[]): void {
    for (const [index, column] of this.#columns.entries())
      at(this.#values, index).push(typedValue(row[index], column))
  }

  take(): unknown[][] {
    const values = this.#values
    this.#values = this.#columns.map(() => [])
    return values
  }
}
