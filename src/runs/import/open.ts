import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { UsageError } from '../../lib/errors.ts'
import {
  type Compression,
  detectCompression,
  detectFormat,
  type FileFormat,
} from './files/detect-format.ts'
import { openForReading, type Readable, readHead } from './files/read-bytes.ts'
import type { WorkFolder } from './files/work-folder.ts'

/** A file that can be read, with its format. */
export interface OpenedFile {
  /** The file's name, for messages. */
  readonly name: string
  /** The file as it was given. */
  readonly source: Readable
  readonly format: FileFormat
  /** What the engine reads: the file itself, or a link or copy that it can deal with. */
  readonly path: string
  readonly compression: Compression
  /** Size of what the engine reads, for the progress. */
  readonly bytes: number
}

/** Step 1: can the file be read, and what is it. */
export async function openFile(
  path: string,
  { folder, format: wanted }: { folder: WorkFolder; format: string | undefined },
): Promise<OpenedFile> {
  const name = basename(path)
  const { handle, bytes } = await openForReading(path)
  await handle.close()
  if (bytes === 0) throw new UsageError(`${name} is empty`)
  const compression = detectCompression(await readHead({ path, compression: 'none' }, 8))
  const source = { path, compression }
  const head = await readHead(source, 8)
  if (head.length === 0) throw new UsageError(`${name} is empty`)
  const format = detectFormat(path, head, wanted)
  // Parquet and Arrow are read from their end, which compressed files do not allow.
  const mustUnpack = isBinary(format) && compression !== 'none'
  const readPath = mustUnpack ? await folder.unpack(source) : await folder.plainPath(path)
  return {
    name,
    source,
    format,
    path: readPath,
    compression: mustUnpack ? 'none' : compression,
    bytes: (await stat(readPath)).size,
  }
}

/** Formats that carry the types of their columns. */
export function isBinary(format: FileFormat): boolean {
  return format === 'parquet' || format === 'arrow'
}
