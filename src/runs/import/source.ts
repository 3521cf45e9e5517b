import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { UsageError } from '../../lib/errors.ts'
import type { Engine } from '../../store/engine.ts'
import { type Fact, sourceColumns } from '../../store/fact.ts'
import { type FileColumn, textColumn, typedColumn } from './column-shape.ts'
import {
  type Compression,
  detectCompression,
  detectFormat,
  type FileFormat,
} from './detect-format.ts'
import { explainEngineError } from './explain-engine-error.ts'
import { matchColumns } from './match-columns.ts'
import { openForReading, readHead } from './read-bytes.ts'
import { scanText } from './scan-text.ts'
import { literal } from './sql-text.ts'
import { readCsvHeader, readNdjsonKeys } from './text-columns.ts'
import type { WorkFolder } from './work-folder.ts'

/** One file as the engine will read it. */
export interface Source {
  /** The file's name, for messages. */
  readonly name: string
  /** What the engine reads: the file itself, or a copy it can deal with. */
  readonly path: string
  readonly format: FileFormat
  readonly compression: Compression
  /**
   * Bytes as the file lies on the disk, for the progress, and rows where the file itself tells
   * them.
   */
  readonly bytes: number
  readonly rows: number | undefined
  readonly columns: readonly FileColumn[]
  readonly ignoredColumns: readonly string[]
  /** Columns that held only numbers where the file was looked at. */
  readonly numbers: readonly string[]
  /** True for a copy in which rows that are not CSV or JSON at all stand as rows that say so. */
  readonly mended: boolean
}

export interface Inspection {
  readonly engine: Engine
  readonly fact: Fact
  readonly folder: WorkFolder
  readonly askedFormat: string | undefined
  readonly onBytes: (bytes: number) => void
}

/**
 * Looks at a file before anything is written: can it be read, what is it, does it have the columns.
 */
export async function inspectFile(
  path: string,
  { engine, fact, folder, askedFormat, onBytes }: Inspection,
): Promise<Source> {
  const name = basename(path)
  const size = await readableSize(path)
  if (size === 0) throw new UsageError(`${name} is empty`)
  const compression = detectCompression(await readHead({ path, compression: 'none' }, 8))
  const head = await readHead({ path, compression }, 8)
  if (head.length === 0) throw new UsageError(`${name} is empty`)
  const format = detectFormat(path, head, askedFormat)
  const typed = format === 'parquet' || format === 'arrow'
  // The engine takes some signs in a path for a pattern, and Parquet must be read from its end:
  // both need another file to read.
  const readPath =
    typed && compression !== 'none'
      ? await folder.unpack({ path, compression })
      : await folder.plainPath(path)
  const found = typed
    ? await describeTyped(engine, readPath, name, format)
    : await inspectText({ path, compression }, fact, format, onBytes)
  const ignoredColumns = matchColumns(fact, name, found.present)
  return {
    name,
    path: readPath,
    format,
    compression: typed ? 'none' : compression,
    bytes: (await stat(readPath)).size,
    rows: found.rows,
    columns: found.columns,
    ignoredColumns,
    numbers: found.numbers,
    mended: false,
  }
}

interface Found {
  columns: FileColumn[]
  present: string[]
  numbers: string[]
  rows: number | undefined
}

async function inspectText(
  source: { path: string; compression: Compression },
  fact: Fact,
  format: FileFormat,
  onBytes: (bytes: number) => void,
): Promise<Found> {
  await scanText(source, onBytes)
  if (format === 'csv') {
    const columns = await readCsvHeader(source)
    return { columns: columns.map(textColumn), present: columns, numbers: [], rows: undefined }
  }
  const { keys, numbers } = await readNdjsonKeys(source)
  // A key may first appear after the lines looked at, so every column of the fact is asked for.
  const names = new Set([...keys, ...sourceColumns(fact), 'quality'])
  return { columns: [...names].map(textColumn), present: keys, numbers, rows: undefined }
}

async function describeTyped(
  engine: Engine,
  path: string,
  name: string,
  format: FileFormat,
): Promise<Found> {
  try {
    const rows = await engine.writerQuery<{ name: string; type: string }>(
      `DESCRIBE file(${literal(path)}, '${format === 'parquet' ? 'Parquet' : 'Arrow'}')`,
    )
    const columns = rows.map((row) => typedColumn(row.name, row.type))
    const total = format === 'parquet' ? await countParquet(engine, path) : undefined
    return { columns, present: columns.map((column) => column.name), numbers: [], rows: total }
  } catch (error) {
    throw explainEngineError(name, error)
  }
}

/** The rows of a Parquet file, which its footer tells. */
async function countParquet(engine: Engine, path: string): Promise<number> {
  const [found] = await engine.writerQuery<{ rows: number }>(
    `SELECT count() AS rows FROM file(${literal(path)}, 'Parquet')`,
  )
  return found?.rows ?? 0
}

async function readableSize(path: string): Promise<number> {
  const { handle, bytes } = await openForReading(path)
  await handle.close()
  return bytes
}

/**
 * The same file, with the columns of numbers read as numbers: quicker than through text, and right
 * as long as what the first lines show holds for all. Where it does not, the engine stops or a
 * check breaks.
 */
export function readingNumbers(source: Source, fact: Fact): Source {
  const columns = source.columns.map((column): FileColumn => {
    const kind = (fact.key[column.name] ?? fact.values[column.name])?.kind
    const isNumber = column.name === fact.time || kind === 'float' || kind === 'int'
    return isNumber && source.numbers.includes(column.name)
      ? typedColumn(column.name, 'Nullable(Float64)')
      : column
  })
  return { ...source, columns }
}
