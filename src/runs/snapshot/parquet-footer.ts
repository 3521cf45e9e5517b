import { type FileMetaData, parquetMetadata } from 'hyparquet'
import { isThrift } from './thrift.ts'

/** Why a file cannot be read as Parquet; follows its name in a message. */
export class ParquetFault extends Error {}

/** The last bytes of a file that have to be known to read its footer. */
export const MAX_TAIL_BYTES = 16 << 20
const MAGIC = 'PAR1'
// The length of the footer and the magic bytes.
const END_BYTES = 8

/** What a Parquet file says about itself; `tail` is its last bytes, up to `MAX_TAIL_BYTES`. */
export function readFooter(tail: Buffer): FileMetaData {
  if (tail.length < END_BYTES || tail.toString('latin1', tail.length - 4) !== MAGIC)
    throw new ParquetFault('is not a Parquet file')
  const length = tail.readUInt32LE(tail.length - END_BYTES)
  if (length + END_BYTES > tail.length)
    throw new ParquetFault(`has a footer of ${length} bytes, which it cannot have`)
  const footer = Uint8Array.from(tail.subarray(tail.length - END_BYTES - length))
  const metadata = isThrift(footer.subarray(0, length)) ? parse(footer.buffer) : undefined
  if (metadata === undefined || !hasKnownTypes(metadata))
    throw new ParquetFault('has a footer that is damaged')
  return metadata
}

function parse(footer: ArrayBuffer): FileMetaData | undefined {
  try {
    return parquetMetadata(footer, { geoparquet: false })
  } catch {
    return undefined
  }
}

/** The library takes over whatever type a member of the footer has. */
function hasKnownTypes({ schema, num_rows: rows, row_groups: groups }: FileMetaData): boolean {
  return (
    [rows, ...groups.map((group) => group.num_rows)].every((count) => typeof count === 'bigint') &&
    schema.every(
      ({ name, num_children: children = 0 }) =>
        typeof name === 'string' && Number.isInteger(children),
    )
  )
}
