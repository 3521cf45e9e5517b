import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { UsageError } from '../../lib/errors.ts'
import {
  type Compression,
  detectCompression,
  detectFormat,
  type FileFormat,
} from './files/detect-format.ts'
import { detectJsonForm, findDataArray } from './files/json-document.ts'
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
  if (format === 'json' || format === 'ndjson') return openJson(name, source, folder)
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

/** JSON by its content: whoever says NDJSON may have an array, and the other way round. */
async function openJson(name: string, source: Readable, folder: WorkFolder): Promise<OpenedFile> {
  const form = await detectJsonForm(source)
  if (form === 'data') {
    const plain = source.compression === 'none' ? source.path : await folder.unpack(source)
    const found = await findDataArray(plain)
    if (found !== undefined) {
      const path = await folder.copyBytes(plain, found)
      const bytes = found.endByte - found.startByte
      return { name, source, format: 'json', path, compression: 'none', bytes }
    }
  }
  const path = await folder.plainPath(source.path)
  const { size: bytes } = await stat(path)
  const format = form === 'array' ? 'json' : 'ndjson'
  return { name, source, format, path, compression: source.compression, bytes }
}

/** Formats that carry the types of their columns. */
export function isBinary(format: FileFormat): boolean {
  return format === 'parquet' || format === 'arrow'
}
