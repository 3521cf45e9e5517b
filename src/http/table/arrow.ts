import {
  Bool,
  type DataType,
  Field,
  Float64,
  Int64,
  makeData,
  RecordBatch,
  RecordBatchFileWriter,
  RecordBatchStreamWriter,
  Schema,
  Struct,
  TimestampMillisecond,
  Utf8,
  vectorFromArray,
} from 'apache-arrow'
import { at } from '../../lib/at.ts'
import type { ColumnKind, TableColumn } from './column.ts'
import type { ColumnWriter } from './write-table.ts'

const TYPES: Readonly<Record<ColumnKind, () => DataType>> = {
  text: () => new Utf8(),
  json: () => new Utf8(),
  number: () => new Float64(),
  integer: () => new Int64(),
  boolean: () => new Bool(),
  time: () => new TimestampMillisecond('UTC'),
}

/** Arrow IPC: a file, which readers of a URL expect, or a stream. */
export function arrowWriter(
  columns: readonly TableColumn[],
  form: 'file' | 'stream',
): ColumnWriter {
  const fields = columns.map(({ name, kind }) => new Field(name, TYPES[kind](), true))
  const schema = new Schema(fields)
  const struct = new Struct(fields)
  const writer = form === 'file' ? new RecordBatchFileWriter() : new RecordBatchStreamWriter()
  writer.reset(undefined, schema)
  return {
    write: (values, length) => {
      const children = fields.map(({ type }, index) =>
        at(vectorFromArray(at(values, index), type).data, 0),
      )
      const data = makeData({ type: struct, length, nullCount: 0, children })
      writer.write(new RecordBatch(schema, data))
      return data.byteLength
    },
    finish: () => Buffer.from(writer.finish().toUint8Array(true)),
  }
}
