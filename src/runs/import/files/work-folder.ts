import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, rm, symlink } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { type Readable, readBytes } from './read-bytes.ts'

export const WORK_FOLDER_PREFIX = '.import-'

/** A folder for the copies of one import; made on first use and removed at its end. */
export class WorkFolder {
  readonly #path: string
  #count = 0

  constructor(parent: string) {
    // The engine takes a relative path for one below its own folder.
    this.#path = resolve(parent, `${WORK_FOLDER_PREFIX}${randomUUID()}`)
  }

  /** A path for a new file or folder. */
  async newPath(): Promise<string> {
    await mkdir(this.#path, { recursive: true })
    this.#count++
    return join(this.#path, String(this.#count))
  }

  /** A path to the same file without signs that the engine takes for a pattern or archive. */
  async plainPath(path: string): Promise<string> {
    if (!/[*?{}]|::/.test(path)) return path
    const link = await this.newPath()
    await symlink(path, link)
    return link
  }

  /** A decompressed copy. */
  async unpack(source: Readable): Promise<string> {
    const copy = await this.newPath()
    await pipeline(readBytes(source), createWriteStream(copy))
    return copy
  }

  /** A copy of some of a plain file's bytes, both ends included. */
  async copyBytes(
    path: string,
    { startByte, endByte }: { startByte: number; endByte: number },
  ): Promise<string> {
    const copy = await this.newPath()
    await pipeline(
      createReadStream(path, { start: startByte, end: endByte, highWaterMark: 1 << 20 }),
      createWriteStream(copy),
    )
    return copy
  }

  async remove(): Promise<void> {
    if (this.#count > 0) await rm(this.#path, { recursive: true, force: true })
  }
}
