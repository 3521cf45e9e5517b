import { hash } from 'node:crypto'
import { constants } from 'node:fs'
import { type FileHandle, open, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AlmanacError, notFound } from '../../lib/errors.ts'
import { MANIFEST_NAME, parseManifest, type SnapshotFile } from '../../runs/snapshot/manifest.ts'
import { type ByteRange, parseRange } from '../byte-range.ts'
import { overloaded } from '../errors.ts'
import { JSON_MEDIA_TYPE } from '../headers.ts'
import type { Services } from '../services.ts'

export const DOWNLOADS = '/downloads'
// Each one has a file open for as long as its reader takes.
const MAX_DOWNLOADS = 32

/** A file that is open for its download. */
interface Found {
  handle: FileHandle
  etag: string
  type: string
  totalBytes: number
}

/** Serves the manifest of a snapshot and the files that it lists, whole or in ranges. */
export function addDownloads(server: FastifyInstance, folder: string, services: Services): void {
  let running = 0
  const listFiles = createLister(services)
  const handler = async (request: FastifyRequest) => {
    const { exchange } = request
    const { rateHeaders } = services.access.admit(exchange.caller, 'free')
    if (running >= MAX_DOWNLOADS) throw overloaded()
    running++
    try {
      const found = await find(folder, (request.params as { '*': string })['*'], listFiles)
      try {
        await send(request, found, rateHeaders)
      } finally {
        await found.handle.close()
      }
    } finally {
      running--
    }
  }
  server.get(`${DOWNLOADS}/*`, { config: { root: 'free' } }, handler)
}

async function send(
  { headers: requested, exchange }: FastifyRequest,
  { handle, etag, type, totalBytes }: Found,
  rateHeaders: readonly string[],
): Promise<void> {
  const tag = `"${etag}"`
  const cache = type === JSON_MEDIA_TYPE ? 'no-cache' : 'public, max-age=31536000, immutable'
  const headers = ['ETag', tag, 'Cache-Control', cache, 'Accept-Ranges', 'bytes', ...rateHeaders]
  const { 'if-none-match': known, range: wanted, 'if-range': ifRange } = requested
  if (known?.split(',').some((one) => one.trim().replace(/^W\//, '') === tag))
    return exchange.send(304, headers)
  // Of a file that has changed since, a part would be of no use.
  const isSame = ifRange === undefined || ifRange === tag
  const range = isSame ? parseRange(wanted, totalBytes) : undefined
  if (range === 'unsatisfiable') throw outOfRange(totalBytes)
  const part: ByteRange = range ?? { fromByte: 0, toByte: totalBytes - 1 }
  const extent = range && ['Content-Range', `bytes ${part.fromByte}-${part.toByte}/${totalBytes}`]
  const length = part.toByte - part.fromByte + 1
  await exchange.sendFile(range === undefined ? 200 : 206, {
    headers: [...headers, 'Content-Type', type, ...(extent ?? [])],
    length,
    open: () =>
      handle.createReadStream({ start: part.fromByte, end: part.toByte, autoClose: false }),
  })
}

function outOfRange(totalBytes: number): AlmanacError {
  return new AlmanacError('invalid_parameter', `The file has ${totalBytes} bytes.`, {
    status: 416,
    headers: { 'Content-Range': `bytes */${totalBytes}` },
  })
}

const PARQUET_FILE = 'application/vnd.apache.parquet'

type Lister = (manifest: string) => ReadonlyMap<string, SnapshotFile>

/** The files of a manifest by path. Each part of a download asks, and a long one takes a while. */
function createLister({ store }: Services): Lister {
  let [known, files] = ['', new Map<string, SnapshotFile>()]
  return (manifest) => {
    if (manifest === known) return files
    const { parts } = parseManifest(manifest, MANIFEST_NAME, store.facts)
    files = new Map(parts.flatMap((part) => part.files.map((file) => [file.path, file])))
    known = manifest
    return files
  }
}

/** Only the manifest and what it lists can be named, so no other path leads anywhere. */
async function find(folder: string, name: string, listFiles: Lister): Promise<Found> {
  const manifest = await openPlain(folder, MANIFEST_NAME)
  if (manifest === undefined) throw notFound('There is no snapshot to download yet.')
  const text = await manifest.readFile('utf8')
  if (name === MANIFEST_NAME) {
    const etag = hash('sha256', text)
    return { handle: manifest, etag, type: JSON_MEDIA_TYPE, totalBytes: Buffer.byteLength(text) }
  }
  await manifest.close()
  const file = listFiles(text).get(name)
  const handle = file && (await openPlain(folder, file.path))
  if (file === undefined || handle === undefined)
    throw notFound(`There is no such file. ${DOWNLOADS}/${MANIFEST_NAME} lists them all.`)
  return { handle, etag: file.sha256, type: PARQUET_FILE, totalBytes: file.bytes }
}

/** Opens a file that is in the folder itself; no link leads out of it. */
async function openPlain(folder: string, name: string): Promise<FileHandle | undefined> {
  try {
    const path = join(await realpath(folder), name)
    if ((await realpath(path)) !== path) return undefined
    return await open(path, constants.O_RDONLY | constants.O_NOFOLLOW)
  } catch {
    return undefined
  }
}
