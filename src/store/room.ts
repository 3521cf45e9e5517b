import { statfs } from 'node:fs/promises'
import { at } from '../lib/at.ts'
import { UsageError } from '../lib/errors.ts'
import { isFullDisk } from '../lib/full-disk.ts'
import { sql } from '../lib/sql.ts'
import type { Engine } from './engine.ts'

/** Thrown in place of writing while the disk is nearly full. */
export class NoRoomError extends UsageError {
  override name = 'NoRoomError'
}

export function isForLackOfRoom(error: unknown): boolean {
  return error instanceof NoRoomError || isFullDisk(error)
}

export interface RoomOptions {
  /** Below it nothing is written; 0: the disk is not watched. */
  minFreeBytes: number
  /** Free bytes where facts are written. */
  measure: () => Promise<number>
  /** Is told in one line when writing stops, and when it goes on. */
  log?: ((message: string) => void) | undefined
}

/** Whether there is room to write facts; reading needs none. It is measured before each run. */
export class Room {
  readonly #options: RoomOptions
  #shortage: string | undefined

  constructor(options: RoomOptions) {
    this.#options = options
  }

  /** Why nothing is written at present, as it was last measured. */
  get shortage(): string | undefined {
    return this.#shortage
  }

  async check(): Promise<void> {
    const { minFreeBytes, measure, log } = this.#options
    if (minFreeBytes === 0) return
    const freeBytes = await measure()
    const before = this.#shortage
    this.#shortage =
      freeBytes < minFreeBytes ? describeShortage(freeBytes, minFreeBytes) : undefined
    if (before === undefined && this.#shortage !== undefined) log?.(this.#shortage)
    if (before !== undefined && this.#shortage === undefined)
      log?.('There is room on the disk again: ingestion goes on.')
  }

  /** Throws while there is none. */
  async require(): Promise<void> {
    await this.check()
    if (this.#shortage !== undefined) throw new NoRoomError(this.#shortage)
  }
}

/** Free bytes of the data directory, or of the server's fullest disk. */
export async function measureFree(engine: Engine, path: string): Promise<number> {
  if (engine.kind === 'embedded') {
    const { bavail, bsize } = await statfs(path)
    return bavail * bsize
  }
  const disks = await engine.writerQuery<{ freeBytes: number }>(
    sql`SELECT min(free_space) AS freeBytes FROM system.disks`,
  )
  return at(disks, 0).freeBytes
}

function describeShortage(freeBytes: number, minFreeBytes: number): string {
  const mb = (bytes: number) => Math.floor(bytes / 1e6).toLocaleString('en')
  return (
    `Ingestion stops: ${mb(freeBytes)} MB of disk are free, fewer than the ${mb(minFreeBytes)} of ALMANAC_MIN_FREE_MB. ` +
    'Reading goes on. Make room; it then goes on by itself.'
  )
}
