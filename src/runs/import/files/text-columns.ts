import { basename } from 'node:path'
import { UsageError } from '../../../lib/errors.ts'
import { parseJson } from '../../../lib/parse-json.ts'
import { quoteName } from '../columns/column-names.ts'
import { fieldsOf, nextRecord } from './csv-record.ts'
import { type Readable, readHead } from './read-bytes.ts'

const HEAD_BYTES = 4 << 20
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf]
export const HEAD_LINES = 1000

/** The columns of a CSV file by its first record. */
export async function readCsvHeader(source: Readable): Promise<string[]> {
  const name = basename(source.path)
  const head = withoutMark(await readHead(source, HEAD_BYTES))
  const record = nextRecord(head, 0)
  if (record.problem !== undefined)
    throw new UsageError(`${name}: the header line is not CSV (${record.problem})`)
  if (record.open && head.length >= HEAD_BYTES - BYTE_ORDER_MARK.length)
    throw new UsageError(`${name}: the header line is longer than ${HEAD_BYTES >> 20} MB`)
  const names = fieldsOf(head.subarray(0, record.end))
  if (names.every((column) => column === ''))
    throw new UsageError(`${name}: the first line is empty; it must name the columns`)
  // A table written with its row index has a column without a name.
  const columns = names.map((column, index) => column || `column ${index + 1}`)
  const seen = new Set<string>()
  const twice = columns.find((column) => seen.size === seen.add(column).size)
  if (twice !== undefined)
    throw new UsageError(`${name}: the header names the column ${quoteName(twice)} twice`)
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
  const keys = new Set<string>()
  const others = new Set<string>()
  for (const row of rows)
    for (const [key, value] of Object.entries(row)) {
      keys.add(key)
      if (value !== null && typeof value !== 'number') others.add(key)
    }
  return { keys: [...keys], numbers: [...keys].filter((key) => !others.has(key)) }
}

/** The object on a line, or `undefined` when the line holds anything else. */
export function parseObject(line: string): Record<string, unknown> | undefined {
  const value = parseJson(line)
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined
}

function withoutMark(head: Buffer): Buffer {
  return BYTE_ORDER_MARK.every((byte, index) => head[index] === byte)
    ? head.subarray(BYTE_ORDER_MARK.length)
    : head
}
