import { basename } from 'node:path'
import { UsageError } from '../../../lib/errors.ts'
import { ownMember } from '../../../lib/records.ts'

const FILE_FORMATS = ['csv', 'json', 'ndjson', 'parquet', 'arrow'] as const
export type FileFormat = (typeof FILE_FORMATS)[number]
export type Compression = 'none' | 'gzip' | 'zstd'

const EXTENSIONS: Record<string, FileFormat> = {
  csv: 'csv',
  ndjson: 'ndjson',
  jsonl: 'ndjson',
  json: 'json',
  parquet: 'parquet',
  arrow: 'arrow',
  feather: 'arrow',
}

const FOREIGN: [string, number[]][] = [
  ['a zip archive', [0x50, 0x4b, 0x03, 0x04]],
  ['compressed with bzip2', [0x42, 0x5a, 0x68]],
  ['compressed with xz', [0xfd, 0x37, 0x7a, 0x58, 0x5a]],
  ['an Excel 97 file', [0xd0, 0xcf, 0x11, 0xe0]],
]

/** The compression by the first bytes; a file's name may lie about it. */
export function detectCompression(head: Uint8Array): Compression {
  if (startsWith(head, [0x1f, 0x8b])) return 'gzip'
  if (startsWith(head, [0x28, 0xb5, 0x2f, 0xfd])) return 'zstd'
  return 'none'
}

/** The format of a file: the given one, else by its first decompressed bytes, else by its name. */
export function detectFormat(
  path: string,
  head: Uint8Array,
  given: string | undefined,
): FileFormat {
  if (given !== undefined) return parseFormat(given)
  const text = Buffer.from(head.subarray(0, 6)).toString('latin1')
  if (text.startsWith('PAR1')) return 'parquet'
  if (text.startsWith('ARROW1')) return 'arrow'
  const name = basename(path)
  for (const [what, magic] of FOREIGN) {
    if (startsWith(head, magic))
      throw new UsageError(
        `${name} is ${what}; a file may be plain or compressed with gzip or zstd`,
      )
  }
  const format = ownMember(EXTENSIONS, extensionOf(name))
  if (format === undefined) {
    throw new UsageError(
      `cannot tell the format of ${name}; add --format with one of ${FILE_FORMATS.join(', ')}`,
    )
  }
  return format
}

function parseFormat(given: string): FileFormat {
  const format = ownMember(EXTENSIONS, given.toLowerCase())
  if (format === undefined)
    throw new UsageError(`--format ${given}: not a format; use one of ${FILE_FORMATS.join(', ')}`)
  return format
}

function extensionOf(name: string): string {
  const plain = name.replace(/\.(gz|gzip|zst|zstd)$/i, '')
  return plain.slice(plain.lastIndexOf('.') + 1).toLowerCase()
}

function startsWith(bytes: Uint8Array, magic: readonly number[]): boolean {
  return magic.every((byte, index) => bytes[index] === byte)
}
