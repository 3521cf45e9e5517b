import { TimeSlice } from '../../lib/time-slice.ts'
import { ByteWriter } from '../render/byte-writer.ts'
import type { RenderOptions } from '../render/render-json.ts'
import { ColumnBatch } from './cells.ts'
import type { TableColumn } from './column.ts'
import { csvWriter } from './csv.ts'
import type { TableFormat } from './formats.ts'
import { ndjsonWriter } from './ndjson.ts'
import { type Row, readRows } from './read-rows.ts'
import { selectColumns } from './select-columns.ts'
import type { Table } from './table.ts'

export interface TableOptions extends RenderOptions {
  readonly format: TableFormat
  /** Members of rows to keep; absent: all. */
  readonly fields?: ReadonlySet<string> | undefined
}

/** A format made of text, row by row. */
interface TextWriter {
  readonly head: string
  rows(batch: readonly Row[]): string
}

/** A format made of columns, in batches of rows. */
export interface ColumnWriter {
  /** Takes the values by column; returns about how many bytes they added. */
  write(values: readonly unknown[][], rows: number): number
  finish(): Buffer
}

// Writing them takes some milliseconds; smaller batches would make larger files.
const VALUES_PER_COLUMN_BATCH = 50_000

/** The table of an answer in a format, written in slices. */
export async function writeTable(
  table: Table,
  answer: unknown,
  { format, fields, onBytes }: TableOptions,
): Promise<Buffer> {
  const { columns, of } = selectColumns(table, fields)
  const batches = readRows(table, answer).map(of)
  const options = { onBytes }
  if (format === 'csv') return writeText(batches, csvWriter(columns), options)
  if (format === 'ndjson') return writeText(batches, ndjsonWriter(columns), options)
  return writeColumns(batches, await columnWriter(columns, format), { columns, onBytes })
}

/** These libraries take a while to load, and few services need them. */
async function columnWriter(
  columns: readonly TableColumn[],
  format: 'arrow' | 'arrow-stream' | 'parquet',
): Promise<ColumnWriter> {
  if (format === 'parquet') return (await import('./parquet.ts')).parquetWriter(columns)
  const { arrowWriter } = await import('./arrow.ts')
  return arrowWriter(columns, format === 'arrow' ? 'file' : 'stream')
}

async function writeText(
  batches: Iterable<readonly Row[]>,
  { head, rows }: TextWriter,
  { onBytes }: RenderOptions,
): Promise<Buffer> {
  const out = new ByteWriter()
  const slice = new TimeSlice()
  out.write(head)
  onBytes?.(out.length)
  for (const batch of batches) {
    const before = out.length
    out.write(rows(batch))
    onBytes?.(out.length - before)
    if (slice.isOver) await slice.yield()
  }
  return out.take()
}

async function writeColumns(
  batches: Iterable<readonly Row[]>,
  writer: ColumnWriter,
  { columns, onBytes }: RenderOptions & { columns: readonly TableColumn[] },
): Promise<Buffer> {
  const pending = new ColumnBatch(columns)
  const slice = new TimeSlice()
  const flush = () => {
    const { length } = pending
    const added = writer.write(pending.take(), length)
    onBytes?.(added)
  }
  for (const batch of batches) {
    for (const row of batch) pending.add(row)
    if (pending.length * columns.length >= VALUES_PER_COLUMN_BATCH) flush()
    if (slice.isOver) await slice.yield()
  }
  flush()
  return writer.finish()
}
