import { UsageError } from '../../lib/errors.ts'
import { literal, sql, writtenByEngine } from '../../lib/sql.ts'
import { countRows } from '../../store/count-rows.ts'
import type { Engine } from '../../store/engine.ts'
import { type Fact, sourceColumns } from '../../store/fact.ts'
import { checkNames } from './columns/column-names.ts'
import { type ColumnRules, nameInFile } from './columns/column-rules.ts'
import { type FileColumn, textColumn, typedColumn } from './columns/column-shape.ts'
import { matchColumns } from './columns/match-columns.ts'
import { explainEngineError } from './engine-errors.ts'
import { scanText } from './files/scan-text.ts'
import {
  HEAD_LINES,
  type JsonKeys,
  keysOf,
  parseObject,
  readCsvHeader,
  readNdjsonKeys,
} from './files/text-columns.ts'
import { isBinary, type OpenedFile } from './open.ts'

/** A file whose columns are known and suffice for the fact. */
export interface InspectedFile extends OpenedFile {
  readonly columns: readonly FileColumn[]
  /** Names of the columns that were seen; JSON may have more. */
  readonly present?: readonly string[]
  readonly rules?: ColumnRules
  readonly ignoredColumns: readonly string[]
  /** Columns that held only numbers in the first lines. */
  readonly numbers: readonly string[]
  /** The number of rows, where the file itself knows it. */
  readonly rows: number | undefined
  /** True for a copy in which unreadable rows were replaced by rows that say so. */
  readonly isFixed: boolean
}

export interface InspectOptions {
  readonly engine: Engine
  readonly fact: Fact
  readonly rules: ColumnRules
  readonly onBytes: (bytes: number) => void
}

interface Found {
  columns: FileColumn[]
  present: string[]
  numbers: string[]
  rows: number | undefined
}

/** Step 2: which columns the file has, and whether its text is safe for the engine. */
export async function inspectFile(
  file: OpenedFile,
  options: InspectOptions,
): Promise<InspectedFile> {
  const { engine, fact, rules } = options
  const found = isBinary(file.format)
    ? await inspectBinary(engine, file)
    : await inspectText(file, options)
  checkNames(file.name, found.present)
  const ignoredColumns = matchColumns(fact, file.name, { present: found.present, rules })
  return { ...file, ...found, rules, ignoredColumns, isFixed: false }
}

async function inspectText(
  file: OpenedFile,
  { engine, fact, rules, onBytes }: InspectOptions,
): Promise<Found> {
  const { source, format } = file
  await scanText(source, onBytes, { hasLines: format !== 'json' })
  if (format === 'csv') {
    const columns = await readCsvHeader(source)
    return { columns: columns.map(textColumn), present: columns, numbers: [], rows: undefined }
  }
  const { keys, numbers } =
    format === 'json' ? await readArrayKeys(engine, file) : await readNdjsonKeys(source)
  // A key may first appear after the inspected rows, so every column of the fact is read.
  const wanted = [...sourceColumns(fact), 'quality']
  // The engine has no columns without a name.
  const named = keys.filter((key) => key !== '')
  const names = new Set([...named, ...wanted.map((name) => nameInFile(rules, keys, name))])
  return { columns: [...names].map(textColumn), present: keys, numbers, rows: undefined }
}

/** The keys in the first rows of a JSON array. */
async function readArrayKeys(
  engine: Engine,
  { name, path, compression }: OpenedFile,
): Promise<JsonKeys> {
  try {
    const rows = await engine.writerQuery<{ json: string }>(
      sql`SELECT json FROM file(${literal(path)}, 'JSONAsString', 'json String', ${literal(compression)}) LIMIT ${HEAD_LINES}`,
      {},
      { files: [path] },
    )
    if (rows.length === 0) throw new UsageError(`${name} holds no rows`)
    return keysOf(rows.map(({ json }) => parseObject(json)).filter((row) => row !== undefined))
  } catch (error) {
    throw explainEngineError(name, error)
  }
}

async function inspectBinary(engine: Engine, { path, name, format }: OpenedFile): Promise<Found> {
  try {
    const rows = await engine.writerQuery<{ name: string; type: string }>(
      sql`DESCRIBE file(${literal(path)}, ${literal(format === 'parquet' ? 'Parquet' : 'Arrow')})`,
      {},
      { files: [path] },
    )
    const columns = rows.map((row) => typedColumn(row.name, writtenByEngine(row.type)))
    // A file of too many columns is not looked at again.
    checkNames(
      name,
      columns.map((column) => column.name),
    )
    // Of a Parquet file its footer knows the rows.
    const file = sql`file(${literal(path)}, 'Parquet')`
    const total =
      format === 'parquet' ? await countRows(engine, file, {}, { files: [path] }) : undefined
    return { columns, present: columns.map((column) => column.name), numbers: [], rows: total }
  } catch (error) {
    throw explainEngineError(name, error)
  }
}
