import type { OutputFormat } from '../store/engine.ts'

interface SqlFormatting {
  /** Name of the format in the engine. */
  readonly engine: OutputFormat
  readonly contentType: string
  shape(bytes: Buffer): Buffer
}

const asIs = (bytes: Buffer): Buffer => bytes

/** The engine writes the results itself, so that every digit is the one it computed. */
export const SQL_FORMATS = {
  json: {
    engine: 'JSONCompactEachRowWithNamesAndTypes',
    contentType: 'application/json; charset=utf-8',
    shape: toDocument,
  },
  csv: { engine: 'CSVWithNames', contentType: 'text/csv; charset=utf-8', shape: neutralizeCsv },
  ndjson: { engine: 'JSONEachRow', contentType: 'application/x-ndjson', shape: asIs },
  arrow: {
    engine: 'ArrowStream',
    contentType: 'application/vnd.apache.arrow.stream',
    shape: asIs,
  },
  parquet: { engine: 'Parquet', contentType: 'application/vnd.apache.parquet', shape: asIs },
} as const satisfies Record<string, SqlFormatting>

export type SqlFormat = keyof typeof SQL_FORMATS
export const SQL_FORMAT_NAMES = Object.keys(SQL_FORMATS) as SqlFormat[]

const LINE_BREAK = 0x0a
const COMMA = 0x2c

/** Lines of names, types and rows as one document; the rows keep the engine's bytes. */
function toDocument(bytes: Buffer): Buffer {
  const namesEnd = bytes.indexOf(LINE_BREAK)
  const typesEnd = bytes.indexOf(LINE_BREAK, namesEnd + 1)
  const names = JSON.parse(bytes.toString('utf8', 0, namesEnd)) as string[]
  const types = JSON.parse(bytes.toString('utf8', namesEnd + 1, typesEnd)) as string[]
  const columns = names.map((name, index) => ({ name, type: types[index] }))
  const rows = bytes.subarray(typesEnd + 1, Math.max(typesEnd + 1, bytes.length - 1))
  for (let index = rows.indexOf(LINE_BREAK); index >= 0; index = rows.indexOf(LINE_BREAK, index))
    rows[index] = COMMA
  const head = Buffer.from(`{"columns":${JSON.stringify(columns)},"rows":[`)
  return Buffer.concat([head, rows, Buffer.from(']}')])
}

const QUOTE = 0x22
const APOSTROPHE = 0x27
// What makes a spreadsheet take a text for a formula: = + - @ tab and carriage return.
const FORMULA_STARTS = new Set([0x3d, 0x2b, 0x2d, 0x40, 0x09, 0x0d])

/** Puts an apostrophe before texts that a spreadsheet would run. The engine quotes all texts. */
export function neutralizeCsv(csv: Buffer): Buffer {
  const parts: Buffer[] = []
  let from = 0
  let isQuoted = false
  for (let index = csv.indexOf(QUOTE); index >= 0; index = csv.indexOf(QUOTE, index + 1)) {
    isQuoted = !isQuoted
    // A doubled quote inside a text closes it and opens it again: nothing begins there.
    const begins: boolean = isQuoted && csv[index - 1] !== QUOTE
    if (!begins || !FORMULA_STARTS.has(csv[index + 1] ?? QUOTE)) continue
    parts.push(csv.subarray(from, index + 1), Buffer.of(APOSTROPHE))
    from = index + 1
  }
  return parts.length === 0 ? csv : Buffer.concat([...parts, csv.subarray(from)])
}
