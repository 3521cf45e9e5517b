import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { lstat, open, realpath, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { UsageError } from '../../lib/errors.ts'
import { literal, type Sql, sql } from '../../lib/sql.ts'
import type { Engine, SqlParams } from '../../store/engine.ts'
import type { ReadBytes } from './check-file.ts'
import { MAX_TAIL_BYTES } from './parquet-footer.ts'

const CHUNK_BYTES = 1 << 20

/** Writes what a SELECT gives to a file, which has its name only when it is whole and on disk. */
export async function writeParquet(
  engine: Engine,
  path: string,
  { select, params }: { select: Sql; params: SqlParams },
): Promise<void> {
  const partial = `${path}.partial`
  const rows = sql`${select} SETTINGS output_format_parquet_compression_method = 'zstd'`
  if (engine.kind === 'embedded')
    await engine.command(
      sql`INSERT INTO FUNCTION file(${literal(partial)}, 'Parquet') ${rows}`,
      params,
      { files: [partial] },
    )
  else await pipeline(await engine.stream(rows, 'Parquet', params), createWriteStream(partial))
  await flush(partial)
  await rename(partial, path)
}

/** Size and SHA-256 of a file. */
export async function hashFile(path: string): Promise<{ bytes: number; sha256: string }> {
  const { bytes, sha256 } = await readBytes(openFile(path))
  return { bytes, sha256 }
}

/** Reads a file; more than `maxBytes` are not waited for. */
export function readFileBytes(path: string, maxBytes: number): Promise<ReadBytes> {
  return readBytes(openFile(path), maxBytes)
}

function openFile(path: string): AsyncIterable<Uint8Array> {
  return createReadStream(path, { highWaterMark: CHUNK_BYTES })
}

/** Reads bytes to their end, or until there are more than `maxBytes`; the last of them are kept. */
export async function readBytes(
  chunks: AsyncIterable<Uint8Array>,
  maxBytes = Number.POSITIVE_INFINITY,
): Promise<ReadBytes> {
  const hash = createHash('sha256')
  const last: Uint8Array[] = []
  let [bytes, kept] = [0, 0]
  for await (const chunk of chunks) {
    hash.update(chunk)
    bytes += chunk.length
    last.push(chunk)
    kept += chunk.length
    for (let [first] = last; first && kept - first.length >= MAX_TAIL_BYTES; [first] = last) {
      kept -= first.length
      last.shift()
    }
    if (bytes > maxBytes) break
  }
  return { bytes, sha256: hash.digest('hex'), tail: Buffer.concat(last) }
}

/** Path of a folder's file, if it is there; what is no file, or elsewhere by a link, is refused. */
export async function findPlainFile(folder: string, name: string): Promise<string | undefined> {
  const root = await realpath(folder).catch(() => folder)
  const path = join(root, name)
  const [stats, real] = await Promise.all([lstat(path), realpath(path)]).catch(() => [])
  if (stats === undefined) return undefined
  if (stats.isFile() && real === path) return path
  throw new UsageError(`${folder}: ${name} is no plain file of the folder.`)
}

/** The text of a small file of a folder; `undefined` where there is none. */
export async function readPlainText(
  folder: string,
  name: string,
  maxBytes: number,
): Promise<string | undefined> {
  const path = await findPlainFile(folder, name)
  if (path === undefined) return undefined
  const handle = await open(path)
  try {
    if ((await handle.stat()).size > maxBytes)
      throw new UsageError(`${folder}: ${name} has more than ${maxBytes} bytes.`)
    return await handle.readFile('utf8')
  } finally {
    await handle.close()
  }
}

/** Makes sure that a file, or the names in a folder, outlive a loss of power. */
export async function flush(path: string): Promise<void> {
  const handle = await open(path)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Replaces a small file at once. */
export async function replaceFile(path: string, text: string): Promise<void> {
  const partial = `${path}.partial`
  const handle = await open(partial, 'w')
  try {
    await handle.writeFile(text)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(partial, path)
}
