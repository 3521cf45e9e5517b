import type { FileMetaData, SchemaElement } from 'hyparquet'
import { shown } from '../../lib/shown.ts'
import { ParquetFault } from './parquet-footer.ts'

const MAX_DEPTH = 3

/** The columns of a Parquet file by name, with types as the engine calls them. */
export function columnsOf(metadata: FileMetaData): Map<string, string> {
  const [root, ...elements] = metadata.schema
  const columns = new Map<string, string>()
  const reader: Reader = { elements, at: 0, leaves: [] }
  for (let index = 0; index < (root?.num_children ?? 0); index++) {
    const name = reader.elements[reader.at]?.name ?? ''
    if (columns.has(name)) throw new ParquetFault(`has two columns named ${shown(name)}`)
    columns.set(name, readType(reader, [], 0))
  }
  if (reader.at !== elements.length) throw new ParquetFault('has a footer that is damaged')
  requireOwnChunks(metadata, reader.leaves)
  return columns
}

interface Reader {
  readonly elements: readonly SchemaElement[]
  at: number
  /** Paths of the columns that have values. */
  readonly leaves: string[]
}

function readType(reader: Reader, above: readonly string[], depth: number): string {
  const element = reader.elements[reader.at++]
  if (element === undefined || depth > MAX_DEPTH)
    throw new ParquetFault('has a footer that is damaged')
  const path = [...above, element.name]
  const type = element.num_children ? readGroup(reader, element, path, depth) : leafType(element)
  if (!element.num_children) reader.leaves.push(JSON.stringify(path))
  if (element.repetition_type === 'REQUIRED') return type
  return element.repetition_type === 'OPTIONAL' ? `Nullable(${type})` : `Repeated(${type})`
}

/** Lists and maps; the engine writes no other groups. */
function readGroup(
  reader: Reader,
  group: SchemaElement,
  path: readonly string[],
  depth: number,
): string {
  const kind = group.logical_type?.type ?? group.converted_type
  const inner = reader.elements[reader.at++]
  const innerPath = [...path, inner?.name ?? '']
  const isPlain = group.num_children === 1 && inner?.repetition_type === 'REPEATED'
  if (isPlain && kind === 'LIST' && inner.num_children === 1)
    return `Array(${readType(reader, innerPath, depth + 1)})`
  if (isPlain && kind === 'MAP' && inner.num_children === 2) {
    const key = readType(reader, innerPath, depth + 1)
    return `Map(${key}, ${readType(reader, innerPath, depth + 1)})`
  }
  throw new ParquetFault(`has a column ${shown(path[0] ?? '')} of a type that no fact has`)
}

function leafType({ type, logical_type: logical, converted_type: converted }: SchemaElement) {
  const mark = logical?.type ?? converted
  if (type === 'BYTE_ARRAY')
    return mark === undefined || mark === 'STRING' || mark === 'UTF8' ? 'String' : `${mark}`
  if (type === 'DOUBLE') return mark === undefined ? 'Float64' : `${mark}`
  if (type === 'BOOLEAN') return 'Bool'
  return type === 'INT32' || type === 'INT64' ? wholeType(type, logical, converted) : String(type)
}

function wholeType(
  type: 'INT32' | 'INT64',
  logical: SchemaElement['logical_type'],
  converted: SchemaElement['converted_type'],
): string {
  if (logical?.type === 'TIMESTAMP')
    return type === 'INT64' && logical.unit === 'MILLIS' ? 'DateTime64(3)' : 'TIMESTAMP'
  if (logical?.type === 'INTEGER')
    return (logical.bitWidth === 64) === (type === 'INT64')
      ? `${logical.isSigned ? 'Int' : 'UInt'}${logical.bitWidth}`
      : 'INTEGER'
  if (logical !== undefined) return logical.type
  if (converted === undefined) return type === 'INT64' ? 'Int64' : 'Int32'
  if (converted === 'TIMESTAMP_MILLIS') return 'DateTime64(3)'
  return converted.replace(/^(U?)INT_/, '$1Int')
}

/** Values are in the file itself, in the columns that the schema names. */
function requireOwnChunks({ row_groups: groups }: FileMetaData, leaves: readonly string[]): void {
  const expected = leaves.join()
  for (const { columns } of groups) {
    if (columns.some(({ file_path: elsewhere }) => elsewhere !== undefined))
      throw new ParquetFault('refers to another file')
    const paths = columns.map((column) => JSON.stringify(column.meta_data?.path_in_schema))
    if (paths.join() !== expected) throw new ParquetFault('has a footer that is damaged')
  }
}

/** A type of the engine as its Parquet files have it, where dictionaries are plain texts. */
export function parquetType(sqlType: string): string {
  return sqlType
    .replace(/ CODEC\(.*\)$/, '')
    .replace(/^LowCardinality\((.*)\)$/, '$1')
    .replace(/^DateTime64\(3, 'UTC'\)$/, 'DateTime64(3)')
}
