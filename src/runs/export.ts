import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { at } from '../lib/at.ts'
import { identifier, identifiers, joinSql, literal, type Sql, sql } from '../lib/sql.ts'
import { plainType } from '../store/columns.ts'
import { countRows } from '../store/count-rows.ts'
import type { Engine, OutputFormat } from '../store/engine.ts'
import { type Fact, sourceColumns } from '../store/fact.ts'
import { filterSql, type RowFilter } from '../store/row-filter.ts'
import type { Snapshot } from '../store/snapshot.ts'
import type { Store } from '../store/store.ts'
import { runWithProgress } from './engine-progress.ts'
import { getFact } from './get-fact.ts'
import type { Progress } from './progress.ts'

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
  onProgress?: ((progress: Progress) => void) | undefined
}

const ENGINE_FORMATS: Record<ExportFormat, OutputFormat> = {
  parquet: 'Parquet',
  csv: 'CSVWithNames',
  ndjson: 'JSONEachRow',
}
const SETTINGS = sql` SETTINGS format_csv_null_representation = '', output_format_json_escape_forward_slashes = 0`
const CHUNK_BYTES = 1 << 20

/** Writes a fact's current view with `quality`; what it writes can be imported again unchanged. */
export async function exportFact(store: Store, options: ExportOptions): Promise<{ rows: number }> {
  const fact = getFact(store, options.fact)
  const snapshot = await store.snapshotAt(options.asOfMs)
  const wanted = { fact, format: options.format, snapshot }
  if (store.engine.kind === 'embedded') return exportThroughFile(store, options, wanted)
  const { select, params } = selectOf(wanted)
  for await (const bytes of await store.engine.stream(
    sql`${select}${SETTINGS}`,
    ENGINE_FORMATS[options.format],
    params,
  ))
    await options.write(bytes)
  const counted = await snapshot.query<{ rows: number }>(
    sql`SELECT count() AS rows FROM ${snapshot.current(fact)}`,
  )
  return at(counted, 0)
}

/** Some rows of a fact in a format, as they were known at a snapshot. */
export interface ExportedRows {
  readonly fact: Fact
  readonly format: ExportFormat
  readonly snapshot: Snapshot
  readonly filter?: RowFilter
}

/** Writes rows into a file that is not there yet; what was cut off leaves a part of it. */
export async function exportToFile(
  engine: Engine,
  rows: ExportedRows,
  { path, signal, onRead }: { path: string; signal?: AbortSignal; onRead?: OnRead },
): Promise<void> {
  const { select, params } = selectOf(rows)
  const format = ENGINE_FORMATS[rows.format]
  if (engine.kind === 'server') {
    const bytes = await engine.stream(sql`${select}${SETTINGS}`, format, params)
    await pipeline(bytes, createWriteStream(path, { flags: 'wx' }), { signal })
    return
  }
  const place = sql`file(${literal(path)}, ${literal(format)})`
  // The engine goes on until it is told that nobody waits any more.
  const kill = () =>
    void engine
      .command(
        sql`KILL QUERY WHERE position(query, {path:String}) > 0 AND NOT startsWith(query, 'KILL') ASYNC`,
        { path },
      )
      .catch(() => undefined)
  signal?.throwIfAborted()
  signal?.addEventListener('abort', kill, { once: true })
  try {
    const insert = sql`INSERT INTO FUNCTION ${place} ${select}${SETTINGS}`
    await runWithProgress(engine, insert, onRead, { params, files: [path] })
  } finally {
    signal?.removeEventListener('abort', kill)
  }
}

type OnRead = (read: { rows: number }) => void

function selectOf({ fact, format, snapshot, filter = {} }: ExportedRows) {
  const { where, newest, params } = filterSql(fact, filter)
  return {
    select: sql`SELECT ${columnsOf(fact, format)} FROM ${snapshot.current(fact, where, newest)} ORDER BY ${identifiers(fact.order)}`,
    params: { ...params, snapshotRun: snapshot.run },
  }
}

/** The embedded engine returns results only as a whole, so it writes a file that is streamed. */
async function exportThroughFile(
  store: Store,
  options: ExportOptions,
  wanted: ExportedRows,
): Promise<{ rows: number }> {
  // The engine takes a relative path for one below its own folder.
  const folder = resolve(options.tempDir ?? tmpdir())
  await mkdir(folder, { recursive: true })
  const path = join(folder, `export-${randomUUID()}`)
  const { onProgress, write } = options
  try {
    const onRead: OnRead | undefined =
      onProgress &&
      ((read) => onProgress({ phase: 'reading', doneBytes: 0, totalBytes: 0, rows: read.rows }))
    await exportToFile(store.engine, wanted, { path, ...(onRead && { onRead }) })
    const rows = await countWritten(store, options, path)
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

/** Rows of a file just written; an empty text file has no columns, so they are given. */
async function countWritten(store: Store, options: ExportOptions, path: string): Promise<number> {
  const names = [...sourceColumns(getFact(store, options.fact)), 'quality']
    .map((name) => `${name} Nullable(String)`)
    .join(', ')
  const structure = options.format === 'parquet' ? sql`` : sql`, ${literal(names)}`
  const file = sql`file(${literal(path)}, ${literal(ENGINE_FORMATS[options.format])}${structure})`
  return countRows(store.engine, file, {}, { files: [path] })
}

/** CSV has no lists, so they are written as JSON; the other formats have them. */
function columnsOf(fact: Fact, format: ExportFormat): Sql {
  const columns = sourceColumns(fact).map((name) => {
    const column = fact.key[name] ?? fact.values[name]
    if (column?.kind === 'texts' && format === 'csv')
      return sql`toJSONString(${identifier(name)}) AS ${identifier(name)}`
    if (column?.kind === 'word')
      return sql`CAST(${identifier(name)}, ${literal(plainType(column).text)}) AS ${identifier(name)}`
    return identifier(name)
  })
  return joinSql([...columns, sql`CAST(quality, 'String') AS quality`])
}
