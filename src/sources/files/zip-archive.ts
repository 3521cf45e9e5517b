import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { crc32, inflateRaw, type ZlibOptions } from 'node:zlib'
import { type Entry, fromBufferPromise, openPromise, type ZipFile } from 'yauzl'
import { UsageError } from '../../lib/errors.ts'
import { reasonOf } from '../../lib/reason-of.ts'

/** One file in an archive; its bytes are read on demand. */
export interface ZipEntry {
  readonly name: string
  readonly bytes: number
  read(): Promise<Buffer>
}

export interface ZipArchive {
  readonly entries: readonly ZipEntry[]
  close(): void
}

const MAX_ENTRY_BYTES = 1 << 30
const STORED = 0

const inflate: (packed: Buffer, options: ZlibOptions) => Promise<Buffer> = promisify(inflateRaw)

/** Opens an archive of stored or deflated files, of any size (zip64). */
export function openZip(path: string): Promise<ZipArchive> {
  return openWith(path, () => openPromise(path, { autoClose: false }))
}

/** The same for an archive that was fetched; `label` names it in messages. */
export function openZipBytes(bytes: Buffer, label: string): Promise<ZipArchive> {
  return openWith(label, () => fromBufferPromise(bytes))
}

async function openWith(label: string, open: () => Promise<ZipFile>): Promise<ZipArchive> {
  let zip: ZipFile | undefined
  try {
    zip = await open()
    const opened = zip
    return { entries: await listEntries(zip), close: () => opened.close() }
  } catch (error) {
    zip?.close()
    throw new UsageError(`${label} is not a valid zip archive: ${reasonOf(error)}`)
  }
}

async function listEntries(zip: ZipFile): Promise<ZipEntry[]> {
  const entries: ZipEntry[] = []
  for await (const entry of zip.eachEntry()) {
    const name = entry.fileName
    if (name.endsWith('/')) continue
    if (entry.isEncrypted()) throw new Error(`${name} is encrypted`)
    if (!entry.canDecodeFileData())
      throw new Error(`${name} has the unknown compression method ${entry.compressionMethod}`)
    entries.push({ name, bytes: entry.uncompressedSize, read: () => readEntry(zip, entry) })
  }
  return entries
}

async function readEntry(zip: ZipFile, entry: Entry): Promise<Buffer> {
  if (Math.max(entry.uncompressedSize, entry.compressedSize) > MAX_ENTRY_BYTES)
    throw new UsageError(`${entry.fileName} is larger than a gigabyte`)
  try {
    // Unpacked in one piece: the library's stream takes turns with the parser for every 16 kB.
    const packed = await buffer(await zip.openReadStreamPromise(entry, { decodeFileData: false }))
    const content = entry.compressionMethod === STORED ? packed : await unpack(packed, entry)
    if (content.length !== entry.uncompressedSize || crc32(content) !== entry.crc32)
      throw new Error('its size or checksum differs from the directory')
    return content
  } catch (error) {
    throw new UsageError(`${entry.fileName} is damaged in the archive: ${reasonOf(error)}`)
  }
}

/** No more than the directory states, so that a small file cannot fill the memory. */
function unpack(packed: Buffer, { uncompressedSize }: Entry): Promise<Buffer> {
  return inflate(packed, { maxOutputLength: Math.max(1, uncompressedSize) })
}
