import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { literal, type Sql, sql } from '../../lib/sql.ts'
import type { Engine, SqlParams } from '../../store/engine.ts'

const CHUNK_BYTES = 1 << 20

/** Writes what a SELECT gives to a file, which has its name only when it is whole and on disk. */
export async function writeParquet(
  engine: Engine,
  path: string,
  { select, params }: { select: Sql; params: SqlParams },
): Promise<void> {
  const partial = `${path}.partial`
  if (engine.kind === 'embedded')
    await engine.command(
      sql`INSERT INTO FUNCTION file(${literal(partial)}, 'Parquet') ${select}`,
      params,
      { files: [partial] },
    )
  else await pipeline(await engine.stream(select, 'Parquet', params), createWriteStream(partial))
  await flush(partial)
  await rename(partial, path)
}

/** Size and SHA-256 of a file. */
export async function hashFile(path: string): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256')
  let bytes = 0
  const stream = createReadStream(path, { highWaterMark: CHUNK_BYTES })
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    hash.update(chunk)
    bytes += chunk.length
  }
  return { bytes, sha256: hash.digest('hex') }
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
