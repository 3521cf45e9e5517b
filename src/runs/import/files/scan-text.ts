import { isUtf8 } from 'node:buffer'
import { basename } from 'node:path'
import { at } from '../../../lib/at.ts'
import { UsageError } from '../../../lib/errors.ts'
import { openForReading, type Readable, readBytes } from './read-bytes.ts'

export const MAX_LINE_BYTES = 16 << 20
const CHUNK_BYTES = 4 << 20
const NEWLINE = 10

/** What is wrong with a chunk of text, and at which byte of it. */
interface Fault {
  readonly what: string
  readonly at: number
}

/** Refuses text that would harm the engine: NUL bytes, not UTF-8, endless lines. Returns its size. */
export async function scanText(
  source: Readable,
  onBytes: (plainBytes: number) => void,
  { hasLines = true } = {},
): Promise<number> {
  const scan = { offset: 0, lineStart: 0, carried: 0 }
  for await (const chunk of source.compression === 'none'
    ? readPlain(source.path, scan)
    : readUnpacked(source, scan)) {
    const fault = findFault(chunk, scan) ?? (hasLines ? findLongLine(chunk, scan) : undefined)
    if (fault !== undefined) throw await explain(source, fault.what, scan.offset + fault.at)
    const lastNewline = chunk.lastIndexOf(NEWLINE)
    if (lastNewline >= 0) scan.lineStart = scan.offset + lastNewline + 1
    scan.carried = chunk.length - lastCharacterEnd(chunk)
    scan.offset += chunk.length - scan.carried
    onBytes(scan.offset)
  }
  if (scan.carried > 0) throw await explain(source, NOT_UTF8, scan.offset)
  return scan.offset
}

interface Scan {
  /** Plain bytes before the present chunk. */
  offset: number
  /** Where the last line seen so far starts. */
  lineStart: number
  /** Bytes of a character cut by the end of the chunk; the next chunk starts with them. */
  carried: number
}

const NOT_UTF8 = 'not UTF-8 text; save the file as UTF-8'
const NUL = 'a NUL byte; the file is damaged, binary, or UTF-16'
const LONG_LINE = `longer than ${MAX_LINE_BYTES >> 20} MB`

function findFault(chunk: Buffer, scan: Scan): Fault | undefined {
  if (
    scan.offset === 0 &&
    ((chunk[0] === 0xff && chunk[1] === 0xfe) || (chunk[0] === 0xfe && chunk[1] === 0xff))
  ) {
    return { what: 'UTF-16 text; save the file as UTF-8', at: 0 }
  }
  const nul = chunk.indexOf(0)
  if (nul >= 0) return { what: NUL, at: nul }
  const whole = chunk.subarray(0, lastCharacterEnd(chunk))
  return isUtf8(whole) ? undefined : { what: NOT_UTF8, at: firstInvalid(whole) }
}

function findLongLine(chunk: Buffer, scan: Scan): Fault | undefined {
  const firstNewline = chunk.indexOf(NEWLINE)
  const firstLineEnd = scan.offset + (firstNewline < 0 ? chunk.length : firstNewline)
  // A chunk is shorter than the longest line: only one begun in an earlier chunk can be too long.
  return firstLineEnd - scan.lineStart > MAX_LINE_BYTES ? { what: LONG_LINE, at: 0 } : undefined
}

/** Where the last whole character of a chunk ends: a chunk may cut the bytes of one in two. */
function lastCharacterEnd(chunk: Buffer): number {
  for (let back = 1; back <= Math.min(3, chunk.length); back++) {
    const byte = at(chunk, chunk.length - back)
    if ((byte & 0xc0) === 0x80) continue
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1
    return length > back ? chunk.length - back : chunk.length
  }
  return chunk.length
}

/** The place of the first byte that is not UTF-8, by halving. */
function firstInvalid(bytes: Buffer): number {
  let low = 0
  let high = bytes.length
  while (low < high) {
    const middle = (low + high) >> 1
    const part = bytes.subarray(0, middle + 1)
    if (isUtf8(part.subarray(0, lastCharacterEnd(part)))) low = middle + 1
    else high = middle
  }
  return low
}

async function explain(source: Readable, what: string, at: number): Promise<UsageError> {
  return new UsageError(`${basename(source.path)}, line ${await lineAt(source, at)}: ${what}`)
}

/** The number of the line a byte is on; counted only when something is wrong. */
async function lineAt(source: Readable, at: number): Promise<number> {
  let line = 1
  let offset = 0
  for await (const chunk of readBytes(source)) {
    for (
      let index = chunk.indexOf(NEWLINE);
      index >= 0 && offset + index < at;
      index = chunk.indexOf(NEWLINE, index + 1)
    )
      line++
    offset += chunk.length
    if (offset >= at) break
  }
  return line
}

/** One buffer for all chunks; the bytes of a cut character stay at its front. */
async function* readPlain(path: string, scan: Scan): AsyncGenerator<Buffer, void, undefined> {
  const { handle } = await openForReading(path)
  try {
    const buffer = Buffer.allocUnsafe(CHUNK_BYTES)
    let length = 0
    for (;;) {
      buffer.copyWithin(0, length - scan.carried, length)
      const { bytesRead } = await handle.read(buffer, scan.carried, CHUNK_BYTES - scan.carried)
      if (bytesRead === 0) return
      length = scan.carried + bytesRead
      yield buffer.subarray(0, length)
    }
  } finally {
    await handle.close()
  }
}

async function* readUnpacked(
  source: Readable,
  scan: Scan,
): AsyncGenerator<Buffer, void, undefined> {
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of readBytes(source)) {
    const joined = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk
    yield joined
    rest = joined.subarray(joined.length - scan.carried)
  }
}
