import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type Fact, sourceColumns } from '../store/fact.ts'
import type { Store } from '../store/store.ts'
import { watch } from './import/engine-progress.ts'
import { getFact, type ImportProgress } from './import/import-files.ts'
import { literal } from './import/sql-text.ts'

export const EXPORT_FORMATS = ['parquet', 'csv', 'ndjson'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

export interface ExportOptions {
  fact: string
  format: ExportFormat
  /** The facts as they were known at this time; now when left out. */
  asOfMs?: number | undefined
  /** Where the embedded engine puts the file before it is passed on. */
  tempDir?: string | undefined
  write: (bytes: Uint8Array) => Promise<void>
  onProgress?: ((progress: ImportProgress) => void) | undefined
}

const ENGINE_FORMATS: Record<ExportFormat, string> = {
  parquet: 'Parquet',
  csv: 'CSVWithNames',
  ndjson: 'JSONEachRow',
}
const SETTINGS =
  " SETTINGS format_csv_null_representation = '', output_format_json_escape_forward_slashes = 0"
const CHUNK_BYTES = 1 << 20

/** Writes a fact's current view with `quality`; what it writes can be imported again unchanged. */
export async function exportFact(store: Store, options: ExportOptions): Promise<{ rows: number }> {
  const fact = getFact(store, options.fact)
  const snapshot = store.snapshot(options.asOfMs)
  const select = `SELECT ${columnsOf(fact, options.format)} FROM ${snapshot.current(fact)} ORDER BY ${fact.order.join(', ')}`
  const params = { snapshotRun: snapshot.run }
  if (store.engine.kind === 'embedded') return exportThroughFile(store, options, select, params)
  for await (const bytes of await store.engine.stream(
    `${select}${SETTINGS}`,
    ENGINE_FORMATS[options.format],
    params,
  ))
    await options.write(bytes)
  const [counted] = await snapshot.query<{ rows: number }>(
    `SELECT count() AS rows FROM ${snapshot.current(fact)}`,
  )
  return { rows: counted?.rows ?? 0 }
}

/**
 * The embedded engine gives a result only as a whole, so it writes a file, and the file is
 * streamed.
 */
async function exportThroughFile(
  store: Store,
  options: ExportOptions,
  select: string,
  params: { snapshotRun: number },
): Promise<{ rows: number }> {
  // The engine takes a relative path for one below its own folder.
  const folder = resolve(options.tempDir ?? tmpdir())
  await mkdir(folder, { recursive: true })
  const path = join(folder, `export-${randomUUID()}`)
  const place = `file(${literal(path)}, '${ENGINE_FORMATS[options.format]}')`
  const { onProgress, write } = options
  try {
    const onRead =
      onProgress &&
      ((read: { rows: number }) =>
        onProgress({ phase: 'reading', doneBytes: 0, totalBytes: 0, rows: read.rows }))
    const sql = `INSERT INTO FUNCTION ${place} ${select}${SETTINGS}`
    await watch(store.engine, sql, onRead, params)
    const rows = await countRows(store, options, path)
    const totalBytes = (await stat(path)).size
    let doneBytes = 0
    for await (const bytes of createReadStream(path, {
      highWaterMark: CHUNK_BYTES,
    }) as AsyncIterable<Buffer>) {
      await write(bytes)
      doneBytes += bytes.length
      onProgress?.({ phase: 'writing', doneBytes, totalBytes, rows })
    }
    return { rows }
  } finally {
    await rm(path, { force: true })
  }
}

/**
 * Rows of a file just written; a text file without rows does not tell its columns, so they are
 * told.
 */
async function countRows(store: Store, options: ExportOptions, path: string): Promise<number> {
  const names = [...sourceColumns(getFact(store, options.fact)), 'quality']
    .map((name) => `${name} Nullable(String)`)
    .join(', ')
  const structure = options.format === 'parquet' ? '' : `, '${names}'`
  const [counted] = await store.engine.writerQuery<{ rows: number }>(
    `SELECT count() AS rows FROM file(${literal(path)}, '${ENGINE_FORMATS[options.format]}'${structure})`,
  )
  return counted?.rows ?? 0
}

/** CSV has no lists, so they are written as JSON; the other formats have them. */
function columnsOf(fact: Fact, format: ExportFormat): string {
  const columns = sourceColumns(fact).map((name) => {
    const column = fact.key[name] ?? fact.values[name]
    if (column?.kind === 'texts' && format === 'csv') return `toJSONString(${name}) AS ${name}`
    if (column?.kind === 'word')
      return `CAST(${name}, '${column.nullable ? 'Nullable(String)' : 'String'}') AS ${name}`
    return name
  })
  return [...columns, "CAST(quality, 'String') AS quality"].join(', ')
}
