import { type FileHandle, open } from 'node:fs/promises'
import { promisify } from 'node:util'
import { crc32, inflateRaw } from 'node:zlib'
import { UsageError } from '../../../lib/errors.ts'

/** One file in an archive; its bytes are read when they are asked for. */
export interface ZipEntry {
  readonly name: string
  readonly bytes: number
  read(): Promise<Buffer>
}

interface Place {
  offset: number
  packed: number
  bytes: number
  method: number
  crc: number
}

const END = 0x06054b50
const END_64_LOCATOR = 0x07064b50
const END_64 = 0x06064b50
const DIRECTORY_ENTRY = 0x02014b50
const LOCAL_ENTRY = 0x04034b50
const STORED = 0
const DEFLATED = 8
const ENCRYPTED = 1
// The end record and the longest comment that may follow it.
const END_BYTES = 22 + 65_535
const TOO_LARGE_BYTES = 1 << 30
const FULL_32 = 0xffff_ffff

const inflate = promisify(inflateRaw) as (
  packed: Buffer,
  options: { maxOutputLength: number },
) => Promise<Buffer>

/**
 * An archive of files, stored or deflated, of any size (zip64): the directory is read once, each
 * file on its own.
 */
export class ZipArchive {
  readonly entries: readonly ZipEntry[]
  readonly #file: FileHandle

  private constructor(file: FileHandle, places: readonly (Place & { name: string })[]) {
    this.#file = file
    this.entries = places.map((place) => ({
      name: place.name,
      bytes: place.bytes,
      read: () => this.#read(place.name, place),
    }))
  }

  static async open(path: string): Promise<ZipArchive> {
    const file = await open(path, 'r')
    try {
      return new ZipArchive(file, await readDirectory(file, path))
    } catch (error) {
      await file.close()
      throw error
    }
  }

  close(): Promise<void> {
    return this.#file.close()
  }

  async #read(name: string, place: Place): Promise<Buffer> {
    if (place.bytes > TOO_LARGE_BYTES) throw new UsageError(`${name} is larger than a gigabyte`)
    const head = await readAt(this.#file, place.offset, 30)
    if (head.readUInt32LE(0) !== LOCAL_ENTRY)
      throw new UsageError(`${name} is not where the archive says`)
    const start = place.offset + 30 + head.readUInt16LE(26) + head.readUInt16LE(28)
    const packed = await readAt(this.#file, start, place.packed)
    const whole = place.method === STORED ? packed : await unpack(name, packed, place.bytes)
    if (whole.length !== place.bytes || crc32(whole) !== place.crc)
      throw new UsageError(`${name} is damaged in the archive`)
    return whole
  }
}

async function unpack(name: string, packed: Buffer, bytes: number): Promise<Buffer> {
  try {
    // No more than the directory promises, so that a small file cannot fill the memory.
    return await inflate(packed, { maxOutputLength: Math.max(1, bytes) })
  } catch {
    throw new UsageError(`${name} is damaged in the archive`)
  }
}

async function readDirectory(
  file: FileHandle,
  path: string,
): Promise<(Place & { name: string })[]> {
  const { size } = await file.stat()
  const tailStart = Math.max(0, size - END_BYTES)
  const tail = await readAt(file, tailStart, size - tailStart)
  const end = findEnd(tail)
  if (end === undefined) throw new UsageError(`${path} is not a zip archive, or is cut off`)
  let [count, bytes, offset] = [
    tail.readUInt16LE(end + 10),
    tail.readUInt32LE(end + 12),
    tail.readUInt32LE(end + 16),
  ]
  const locator = end - 20
  if (locator >= 0 && tail.readUInt32LE(locator) === END_64_LOCATOR) {
    const wide = await readAt(file, Number(tail.readBigUInt64LE(locator + 8)), 56)
    if (wide.readUInt32LE(0) !== END_64)
      throw new UsageError(`${path} is damaged: its directory is not where it says`)
    ;[count, bytes, offset] = [
      Number(wide.readBigUInt64LE(32)),
      Number(wide.readBigUInt64LE(40)),
      Number(wide.readBigUInt64LE(48)),
    ]
  }
  if (offset + bytes > size)
    throw new UsageError(`${path} is damaged: its directory lies outside the file`)
  return listEntries(await readAt(file, offset, bytes), count, path)
}

function findEnd(tail: Buffer): number | undefined {
  for (let at = tail.length - 22; at >= 0; at--) {
    if (tail.readUInt32LE(at) === END && at + 22 + tail.readUInt16LE(at + 20) <= tail.length)
      return at
  }
  return undefined
}

function listEntries(directory: Buffer, count: number, path: string): (Place & { name: string })[] {
  const places: (Place & { name: string })[] = []
  let at = 0
  for (let index = 0; index < count; index++) {
    if (at + 46 > directory.length || directory.readUInt32LE(at) !== DIRECTORY_ENTRY)
      throw new UsageError(`${path} has a damaged directory`)
    const [flags, method] = [directory.readUInt16LE(at + 8), directory.readUInt16LE(at + 10)]
    const nameEnd = at + 46 + directory.readUInt16LE(at + 28)
    const extraEnd = nameEnd + directory.readUInt16LE(at + 30)
    const name = directory.toString('utf8', at + 46, nameEnd)
    if (!name.endsWith('/')) {
      if ((flags & ENCRYPTED) !== 0) throw new UsageError(`${name} in ${path} is encrypted`)
      if (method !== STORED && method !== DEFLATED)
        throw new UsageError(`${name} in ${path} is packed by a method that is not known here`)
      places.push({
        name,
        method,
        crc: directory.readUInt32LE(at + 16),
        ...sizesOf(directory, at, nameEnd, extraEnd),
      })
    }
    at = extraEnd + directory.readUInt16LE(at + 32)
  }
  return places
}

/**
 * Sizes and place of an entry; those that do not fit into 32 bits stand in its extra field, in this
 * order.
 */
function sizesOf(
  directory: Buffer,
  at: number,
  extraStart: number,
  extraEnd: number,
): Pick<Place, 'bytes' | 'packed' | 'offset'> {
  const sizes = {
    bytes: directory.readUInt32LE(at + 24),
    packed: directory.readUInt32LE(at + 20),
    offset: directory.readUInt32LE(at + 42),
  }
  let wide = findWide(directory, extraStart, extraEnd)
  for (const name of ['bytes', 'packed', 'offset'] as const) {
    if (sizes[name] !== FULL_32 || wide === undefined || wide + 8 > extraEnd) continue
    sizes[name] = Number(directory.readBigUInt64LE(wide))
    wide += 8
  }
  return sizes
}

function findWide(directory: Buffer, start: number, end: number): number | undefined {
  for (let at = start; at + 4 <= end; at += 4 + directory.readUInt16LE(at + 2)) {
    if (directory.readUInt16LE(at) === 1) return at + 4
  }
  return undefined
}

async function readAt(file: FileHandle, offset: number, bytes: number): Promise<Buffer> {
  const buffer = Buffer.allocUnsafe(bytes)
  let done = 0
  while (done < bytes) {
    const { bytesRead } = await file.read(buffer, done, bytes - done, offset + done)
    if (bytesRead === 0) throw new UsageError('the archive is cut off')
    done += bytesRead
  }
  return buffer
}
