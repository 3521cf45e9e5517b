import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { type ExportedRows, type ExportFormat, exportToFile } from '../../runs/export.ts'
import type { Store } from '../../store/store.ts'
import { overloaded } from '../errors.ts'
import type { Headers } from '../headers.ts'
import type { Exchange } from '../responses/exchange.ts'

// The engine has two writers; exports leave one of them to runs.
const MAX_WRITING = 1
// Each has a file on the disk for as long as its reader takes.
const MAX_OPEN = 8
const CHUNK_BYTES = 1 << 20

/** Sends rows as files, written first: length and hash are known, nothing waits for a reader. */
export class Exports {
  readonly #store: Store
  readonly #folder: string
  #writing = 0
  #open = 0

  constructor(store: Store, folder: string) {
    this.#store = store
    // The engine takes a relative path for one below its own folder.
    this.#folder = resolve(folder)
  }

  /** Refused when too many others are at it; what a caller breaks off is cancelled and removed. */
  async send(exchange: Exchange, wanted: ExportRequest, charge: () => Headers): Promise<void> {
    if (this.#writing >= MAX_WRITING || this.#open >= MAX_OPEN) throw overloaded()
    this.#open++
    const path = join(this.#folder, `export-${randomUUID()}`)
    try {
      await this.#write(path, wanted, exchange.clientGone())
      const digest = await hashOf(path)
      const { size } = await stat(path)
      const own = [
        ...['Content-Type', MEDIA_TYPES[wanted.format]],
        ...['Content-Disposition', `attachment; filename="${wanted.fileName}"`],
        ...['Repr-Digest', `sha-256=:${digest}:`, 'X-As-Of-Run', String(wanted.snapshot.run)],
        ...['Cache-Control', 'private, no-cache'],
      ]
      await exchange.sendFile(200, {
        headers: [...own, ...charge()],
        length: size,
        open: () => createReadStream(path),
      })
    } finally {
      this.#open--
      await rm(path, { force: true })
    }
  }

  async #write(path: string, wanted: ExportRequest, signal: AbortSignal): Promise<void> {
    this.#writing++
    try {
      await mkdir(this.#folder, { recursive: true })
      await exportToFile(this.#store.engine, wanted, { path, signal })
    } finally {
      this.#writing--
    }
  }
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path, { highWaterMark: CHUNK_BYTES }), hash)
  return hash.digest('base64')
}

/** What the handler of an export returns: the server writes it to a file and sends that. */
export interface ExportRequest extends ExportedRows {
  /** Name of the file that it is saved as. */
  readonly fileName: string
}

export const MEDIA_TYPES: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv; charset=utf-8; header=present',
  ndjson: 'application/x-ndjson; charset=utf-8',
  parquet: 'application/vnd.apache.parquet',
}
