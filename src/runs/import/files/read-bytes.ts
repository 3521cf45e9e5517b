import { createReadStream } from 'node:fs'
import { type FileHandle, open, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { pipeline } from 'node:stream'
import { createGunzip, createZstdDecompress } from 'node:zlib'
import { UsageError } from '../../../lib/errors.ts'
import type { Compression } from './detect-format.ts'

const CHUNK_BYTES = 1 << 20
// Rows pack 5 to 30 times; what unpacks to far more is a mistake or an attack on the disk.
const FREE_UNPACKED_BYTES = 256 * 2 ** 20
const MAX_UNPACKED_RATIO = 200

/** A compressed file's path and kind: what is needed to read its plain bytes. */
export interface Readable {
  readonly path: string
  readonly compression: Compression
}

/** Opens a file for reading, or says in one line why that is not possible. */
export async function openForReading(path: string): Promise<{ handle: FileHandle; bytes: number }> {
  const name = basename(path)
  try {
    const handle = await open(path, 'r')
    const status = await handle.stat()
    if (status.isDirectory()) {
      await handle.close()
      throw new UsageError(`${name} is a directory; name the files in it`)
    }
    return { handle, bytes: status.size }
  } catch (error) {
    if (error instanceof UsageError) throw error
    throw new UsageError(`${name}: ${OPEN_PROBLEMS[codeOf(error)] ?? 'the file cannot be read'}`)
  }
}

const OPEN_PROBLEMS: Record<string, string> = {
  ENOENT: 'no such file',
  EACCES: 'no permission to read the file',
  EPERM: 'no permission to read the file',
  EISDIR: 'is a directory; name the files in it',
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

/** The plain bytes of a file, in chunks, whatever compression it has. */
export async function* readBytes(source: Readable): AsyncGenerator<Buffer, void, undefined> {
  const file = createReadStream(source.path, { highWaterMark: CHUNK_BYTES })
  if (source.compression === 'none') {
    yield* file as AsyncIterable<Buffer>
    return
  }
  const options = { chunkSize: CHUNK_BYTES }
  const unpacker =
    source.compression === 'gzip' ? createGunzip(options) : createZstdDecompress(options)
  // Errors of both streams reach the reader of the second one.
  pipeline(file, unpacker, () => undefined)
  const { size } = await stat(source.path)
  const maxBytes = FREE_UNPACKED_BYTES + MAX_UNPACKED_RATIO * size
  let bytes = 0
  try {
    for await (const chunk of unpacker as AsyncIterable<Buffer>) {
      bytes += chunk.length
      if (bytes > maxBytes)
        throw new UsageError(
          `${basename(source.path)} unpacks to more than ${Math.floor(maxBytes / 2 ** 20)} MB, ${MAX_UNPACKED_RATIO} times its size; unpack it first and import what is in it`,
        )
      yield chunk
    }
  } catch (error) {
    if (!codeOf(error).startsWith('Z')) throw error
    throw new UsageError(
      `${basename(source.path)}: the ${source.compression} data is damaged or cut off`,
    )
  } finally {
    file.destroy()
  }
}

/** The first plain bytes of a file, up to a number. */
export async function readHead(source: Readable, bytes: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of readBytes(source)) {
    chunks.push(chunk)
    length += chunk.length
    if (length >= bytes) break
  }
  return Buffer.concat(chunks).subarray(0, bytes)
}
