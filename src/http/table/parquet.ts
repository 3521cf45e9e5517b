import type { SchemaElement } from 'hyparquet'
import { ByteWriter, ParquetWriter } from 'hyparquet-writer'
import { at } from '../../lib/at.ts'
import type { ColumnKind, TableColumn } from './column.ts'
import type { ColumnWriter } from './write-table.ts'

const TYPES: Readonly<Record<ColumnKind, Omit<SchemaElement, 'name'>>> = {
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  json: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  number: { type: 'DOUBLE' },
  integer: { type: 'INT64' },
  boolean: { type: 'BOOLEAN' },
  time: {
    type: 'INT64',
    converted_type: 'TIMESTAMP_MILLIS',
    logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' },
  },
}

/** Parquet, a row group for each batch of columns. */
export function parquetWriter(columns: readonly TableColumn[]): ColumnWriter {
  const elements = columns.map(
    ({ name, kind }): SchemaElement => ({ name, repetition_type: 'OPTIONAL', ...TYPES[kind] }),
  )
  const bytes = new ByteWriter()
  const schema = [{ name: 'root', num_children: elements.length }, ...elements]
  const writer = new ParquetWriter({ writer: bytes, schema })
  return {
    write: (values, length) => {
      const before = bytes.offset
      const columnData = columns.map(({ name, kind }, index) => ({
        name,
        data: kind === 'time' ? at(values, index).map(toBigInt) : at(values, index),
      }))
      writer.write({ columnData, rowGroupSize: length })
      return bytes.offset - before
    },
    finish: () => {
      writer.finish()
      return Buffer.from(bytes.getBuffer())
    },
  }
}

function toBigInt(value: unknown): bigint | null {
  return typeof value === 'number' ? BigInt(value) : null
}
