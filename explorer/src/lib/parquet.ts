import { type BasicType, parquetWriteBuffer } from 'hyparquet-writer'
import type { Cell, ExportRows } from './csv.ts'

type Known = Exclude<Cell, undefined>

const TIMESTAMP = /^\d{4}-\d\d-\d\d(T\d\d:\d\d:\d\d(\.\d+)?Z)?$/

/** Rows as a Parquet file: numbers, flags and times keep their types, what is missing is null. */
export function toParquet({ head, rows }: ExportRows): ArrayBuffer {
  const columns = uniqueNames(head).map((name, index) => {
    const [type, data] = typedColumn(rows.map((row) => row[index] ?? null))
    return { name, type, data, nullable: true }
  })
  return parquetWriteBuffer({ columnData: columns })
}

function typedColumn(cells: Known[]): [type: BasicType, data: unknown[]] {
  const known = cells.filter((cell) => cell !== null)
  const has = (fits: (cell: Known) => boolean) => known.length > 0 && known.every(fits)
  if (has((cell) => typeof cell === 'number')) return ['DOUBLE', cells]
  if (has((cell) => typeof cell === 'boolean')) return ['BOOLEAN', cells]
  const texts = cells.map((cell) => (cell === null ? null : String(cell)))
  if (has(isTimestamp)) return ['TIMESTAMP', texts.map((text) => text && new Date(text))]
  return ['STRING', texts]
}

function isTimestamp(cell: Cell): boolean {
  return typeof cell === 'string' && TIMESTAMP.test(cell)
}

/** Readers find a column by its name, so that no two may have the same. */
function uniqueNames(head: readonly string[]): string[] {
  const counts = new Map<string, number>()
  return head.map((name) => {
    const count = (counts.get(name) ?? 0) + 1
    counts.set(name, count)
    return count === 1 ? name : `${name} ${count}`
  })
}
