import { at } from '../../lib/at.ts'
import { TimeSlice } from '../../lib/time-slice.ts'
import { ByteWriter } from '../render/byte-writer.ts'
import type { RenderOptions } from '../render/render-json.ts'
import { ColumnBatch } from './cells.ts'
import type { TableColumn } from './column.ts'
import type { TableFormat } from './formats.ts'
import { type Row, readRows } from './read-rows.ts'
import type { Part, Table, WalkStep } from './table.ts'
import { csvWriter, ndjsonWriter } from './text-writers.ts'

export interface TableOptions extends RenderOptions {
  readonly format: TableFormat
  /** Members of rows to keep; absent: all. */
  readonly fields?: ReadonlySet<string> | undefined
}

/** A format made of text, row by row. */
interface TextWriter {
  readonly head: string
  line(row: Row): string
}

/** A format made of columns, in batches of rows. */
export interface ColumnWriter {
  /** Takes the values by column; returns about how many bytes they added. */
  write(values: readonly unknown[][], rows: number): number
  finish(): Buffer
}

// Writing them takes some milliseconds; smaller batches would make larger files.
const VALUES_PER_COLUMN_BATCH = 50_000

/** The table of a response in a format, written in slices. */
export async function writeTable(
  table: Table,
  response: unknown,
  { format, fields, onBytes }: TableOptions,
): Promise<Buffer> {
  const { columns, of } = selectColumns(table, fields)
  const read: ReadRows = (add) => readRows(table, response, (row) => add(of(row)))
  if (format === 'csv') return writeText(read, csvWriter(columns), onBytes)
  if (format === 'ndjson') return writeText(read, ndjsonWriter(columns), onBytes)
  const writer = await columnWriter(columns, format)
  return writeColumns(read, { columns, writer, onBytes })
}

type ReadRows = (add: (row: Row) => void) => Generator<void>

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
  read: ReadRows,
  { head, line }: TextWriter,
  onBytes: RenderOptions['onBytes'],
): Promise<Buffer> {
  const out = new ByteWriter()
  const slice = new TimeSlice()
  let text = head
  const flush = () => {
    const before = out.length
    out.write(text)
    text = ''
    onBytes?.(out.length - before)
  }
  const batches = read((row) => {
    text += line(row)
  })
  for (const _ of batches) {
    flush()
    if (slice.isOver) await slice.yield()
  }
  flush()
  return out.take()
}

async function writeColumns(
  read: ReadRows,
  {
    columns,
    writer,
    onBytes,
  }: RenderOptions & { columns: readonly TableColumn[]; writer: ColumnWriter },
): Promise<Buffer> {
  const pending = new ColumnBatch(columns)
  const slice = new TimeSlice()
  const flush = () => {
    const { length } = pending
    const added = writer.write(pending.take(), length)
    onBytes?.(added)
  }
  for (const _ of read((row) => pending.add(row))) {
    if (pending.length * columns.length >= VALUES_PER_COLUMN_BATCH) flush()
    if (slice.isOver) await slice.yield()
  }
  flush()
  return writer.finish()
}

/** Some columns of a table. */
interface Selection {
  readonly columns: readonly TableColumn[]
  of(row: Row): Row
}

/** The columns of those members of a row that were requested, and of the names of rows. */
function selectColumns(table: Table, fields: ReadonlySet<string> | undefined): Selection {
  const { columns } = table
  if (fields === undefined) return { columns, of: (row) => row }
  const unwanted = new Set(
    table.walks.flatMap((walk) =>
      membersOf(walk.at(-1)).flatMap(({ slot, path: [name = ''] }) =>
        fields.has(name) ? [] : slot,
      ),
    ),
  )
  const slots = columns.flatMap((_, slot) => (unwanted.has(slot) ? [] : slot))
  return {
    columns: slots.map((slot) => at(columns, slot)),
    of: (row) => slots.map((slot) => row[slot]),
  }
}

function membersOf(last: WalkStep | undefined): readonly Part[] {
  return last?.do === 'take' ? last.parts : []
}
