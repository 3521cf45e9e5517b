import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { lineEnd, nextRecord } from './csv-record.ts'
import { type Readable as ReadableFile, readBytes } from './read-bytes.ts'
import { MAX_LINE_BYTES } from './scan-text.ts'
import { parseObject } from './text-columns.ts'

// A row of the file must not be able to have these columns itself.
const UNGUESSABLE = randomBytes(8).toString('hex')

/** Columns of a fixed copy: what is wrong with a row's text, and that text. */
export const PROBLEM_COLUMN = `almanacProblem${UNGUESSABLE}`
export const LINE_COLUMN = `almanacLine${UNGUESSABLE}`

/** One row of a text file, or the first line of what is not a row. */
interface Piece {
  readonly bytes: Buffer
  readonly problem: string | undefined
}

/** Cuts the row at `start` off a text; `undefined` when more text is needed first. */
type Cut = (
  text: Buffer,
  start: number,
  last: boolean,
) => { end: number; problem: string | undefined } | undefined

/** Copies a text file for the engine: unreadable rows become rows that say so, empty lines go. */
export async function fixText(
  file: { source: ReadableFile; format: string },
  columns: number,
  path: string,
): Promise<void> {
  const { source, format } = file
  const [pieces, write] =
    format === 'csv'
      ? [csvPieces(source, columns), (piece: Piece) => csvRow(piece, columns)]
      : [cutPieces(source, cutLine), jsonRow]
  await pipeline(Readable.from(joined(pieces, write)), createWriteStream(path))
}

async function* joined(
  pieces: AsyncIterable<Piece>,
  write: (piece: Piece) => Buffer[],
): AsyncGenerator<Buffer, void, undefined> {
  let batch: Buffer[] = []
  let length = 0
  for await (const piece of pieces) {
    for (const part of write(piece)) {
      batch.push(part)
      length += part.length
    }
    if (length < 1 << 20) continue
    yield Buffer.concat(batch)
    batch = []
    length = 0
  }
  if (length > 0) yield Buffer.concat(batch)
}

async function* csvPieces(
  source: ReadableFile,
  columns: number,
): AsyncGenerator<Piece, void, undefined> {
  let header = true
  for await (const piece of cutPieces(source, cutRecord(columns))) {
    if (!header) yield piece
    header = false
  }
}

async function* cutPieces(source: ReadableFile, cut: Cut): AsyncGenerator<Piece, void, undefined> {
  let text: Buffer = Buffer.alloc(0)
  let start = 0
  function* take(last: boolean): Generator<Piece, void, undefined> {
    while (start < text.length) {
      const row = cut(text, start, last)
      if (row === undefined) return
      const bytes = withoutBreak(text.subarray(start, row.end))
      start = row.end
      if (bytes.length > 0) yield { bytes, problem: row.problem }
    }
  }
  let first = true
  for await (const chunk of readBytes(source)) {
    text = Buffer.concat([text.subarray(start), first ? withoutMark(chunk) : chunk])
    start = 0
    first = false
    yield* take(false)
  }
  yield* take(true)
}

function cutRecord(columns: number): Cut {
  return (text, start, last) => {
    const record = nextRecord(text, start)
    // A quote that stays open longer than a line may be is a mistake on its first line.
    if (record.open && !last && text.length - start <= MAX_LINE_BYTES) return undefined
    if (
      record.problem === undefined &&
      (record.fields === columns || withoutBreak(text.subarray(start, record.end)).length === 0)
    ) {
      return { end: record.end, problem: undefined }
    }
    // Reading resumes at the next line, so that a stray quote spoils no other rows.
    const end = lineEnd(text, start)
    if (end < record.end) return { end, problem: 'a quote is opened and never closed' }
    return {
      end,
      problem:
        record.problem ??
        `${record.fields} field${record.fields === 1 ? '' : 's'}, but the header has ${columns}`,
    }
  }
}

const cutLine: Cut = (text, start, last) => {
  const end = lineEnd(text, start)
  if (!last && end === text.length && text[end - 1] !== 10) return undefined
  const line = text.toString('utf8', start, end).trim()
  if (line === '') return { end, problem: undefined }
  const row = parseObject(line)
  if (row === undefined) return { end, problem: 'not a JSON object' }
  const broken = line.includes('\\u') && !isWellFormed(row)
  return { end, problem: broken ? 'a broken escape sequence' : undefined }
}

function isWellFormed(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed()
  if (typeof value !== 'object' || value === null) return true
  return Object.entries(value).every(([key, member]) => key.isWellFormed() && isWellFormed(member))
}

function csvRow({ bytes, problem }: Piece, columns: number): Buffer[] {
  if (problem === undefined) return [Buffer.from(',,'), bytes, Buffer.from('\n')]
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
  return [
    Buffer.from(`${quoted(problem)},${quoted(bytes.toString('utf8'))}${','.repeat(columns)}\n`),
  ]
}

function jsonRow({ bytes, problem }: Piece): Buffer[] {
  if (problem === undefined) return [bytes, Buffer.from('\n')]
  return [
    Buffer.from(
      `${JSON.stringify({ [PROBLEM_COLUMN]: problem, [LINE_COLUMN]: bytes.toString('utf8') })}\n`,
    ),
  ]
}

function withoutBreak(line: Buffer): Buffer {
  let end = line.length
  while (end > 0 && (line[end - 1] === 10 || line[end - 1] === 13)) end--
  return line.subarray(0, end)
}

function withoutMark(chunk: Buffer): Buffer {
  return chunk[0] === 0xef && chunk[1] === 0xbb && chunk[2] === 0xbf ? chunk.subarray(3) : chunk
}
