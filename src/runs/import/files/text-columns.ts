import { basename } from 'node:path'
import { UsageError } from '../../../lib/errors.ts'
import { fieldsOf, nextRecord } from './csv-record.ts'
import { type Readable, readHead } from './read-bytes.ts'

const HEAD_BYTES = 4 << 20
export const HEAD_LINES = 1000

/** The columns of a CSV file by its first record. */
export async function readCsvHeader(source: Readable): Promise<string[]> {
  const name = basename(source.path)
  const head = withoutMark(await readHead(source, HEAD_BYTES))
  const record = nextRecord(head, 0)
  if (record.problem !== undefined)
    throw new UsageError(`${name}: the header line is not CSV (${record.problem})`)
  const names = fieldsOf(head.toString('utf8', 0, record.end))
  if (names.every((column) => column === ''))
    throw new UsageError(`${name}: the first line is empty; it must name the columns`)
  // A table written with its row index has a column without a name.
  const columns = names.map((column, index) => column || `column ${index + 1}`)
  const twice = columns.find((column, index) => columns.indexOf(column) !== index)
  if (twice !== undefined)
    throw new UsageError(`${name}: the header names the column "${twice}" twice`)
  return columns
}

/** The keys of some JSON rows, and those with numbers only. */
export interface JsonKeys {
  keys: string[]
  numbers: string[]
}

/** The keys in the first thousand lines of an NDJSON file. */
export async function readNdjsonKeys(source: Readable): Promise<JsonKeys> {
  const name = basename(source.path)
  const head = withoutMark(await readHead(source, HEAD_BYTES))
  const lines = head.toString('utf8').split('\n').slice(0, HEAD_LINES)
  // The last line may be cut off by the end of what was read.
  if (head.length === HEAD_BYTES && lines.length > 1 && lines.length < HEAD_LINES) lines.pop()
  const rows = lines.map(parseObject).filter((row) => row !== undefined)
  if (rows.length > 0) return keysOf(rows)
  if (lines.every((line) => line.trim() === '')) throw new UsageError(`${name} holds no rows`)
  throw new UsageError(`${name} is not NDJSON: none of its first lines is a JSON object`)
}

export function keysOf(rows: readonly Record<string, unknown>[]): JsonKeys {
  const keys = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const numbers = keys.filter((key) =>
    rows.every(
      (row) => row[key] === undefined || row[key] === null || typeof row[key] === 'number',
    ),
  )
  return { keys, numbers }
}

/** The object on a line, or `undefined` when the line holds anything else. */
export function parseObject(line: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined
  } catch {
    return undefined
  }
}

function withoutMark(head: Buffer): Buffer {
  return head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf ? head.subarray(3) : head
}
