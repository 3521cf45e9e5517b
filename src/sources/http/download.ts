import { mkdir, open, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { HttpFault } from './http-fault.ts'
import type { HttpBody, RateLimitedClient } from './rate-limited-client.ts'

export interface DownloadOptions {
  url: string
  /** Where the file is put when it is whole. */
  path: string
  partBytes?: number
  /** How long the file may be. */
  maxBytes?: number
  onProgress?: ((doneBytes: number, totalBytes: number) => void) | undefined
}

/** How far a download has come; written after the bytes it speaks of are on disk. */
interface State {
  url: string
  version: string
  doneBytes: number
  totalBytes: number
}

const PART_BYTES = 32 * 1024 * 1024

/** Brings a file to disk part by part and resumes; one that has changed meanwhile begins anew. */
export async function download(
  client: Pick<RateLimitedClient, 'get'>,
  { url, path, partBytes = PART_BYTES, maxBytes, onProgress }: DownloadOptions,
): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  if (await isCurrent(client, { url, maxBytes }, path)) return
  let state = await readState(path, url, partPath(path))
  while (state === null || state.doneBytes < state.totalBytes) {
    const fromByte: number = state?.doneBytes ?? 0
    const range = { fromByte, toByte: fromByte + partBytes - 1 }
    const part = await fetchPart(client, { url, maxBytes }, range)
    const isOther = state !== null && part.version !== state.version
    if (isOther && fromByte > 0) {
      state = null
      continue
    }
    await writePart(partPath(path), part.body, fromByte)
    state = {
      url,
      version: part.version,
      doneBytes: fromByte + part.body.length,
      totalBytes: part.totalBytes,
    }
    await writeFile(statePath(path), JSON.stringify(state))
    onProgress?.(state.doneBytes, state.totalBytes)
  }
  await rename(partPath(path), path)
}

/** Whether the whole file is there already, and the server has no other. */
async function isCurrent(
  client: Pick<RateLimitedClient, 'get'>,
  file: RemoteFile,
  path: string,
): Promise<boolean> {
  const state = await readState(path, file.url, path)
  if (state === null || state.doneBytes < state.totalBytes) return false
  const { version } = await fetchPart(client, file, { fromByte: 0, toByte: 0 })
  return version !== '' && version === state.version
}

interface RemoteFile {
  url: string
  maxBytes: number | undefined
}

interface Part {
  body: Buffer
  version: string
  totalBytes: number
}

async function fetchPart(
  client: Pick<RateLimitedClient, 'get'>,
  { url, maxBytes = Number.POSITIVE_INFINITY }: RemoteFile,
  { fromByte, toByte }: { fromByte: number; toByte: number },
): Promise<Part> {
  const response = await client.get({
    url,
    // Ranges count bytes as they are sent, so nothing may be compressed on the way.
    headers: { range: `bytes=${fromByte}-${toByte}`, 'accept-encoding': 'identity' },
    maxBytes,
  })
  if (response.kind === 'unchanged') throw new HttpFault('unexpected', `${url} sent no content`)
  const { body, contentRange } = response
  const version = response.etag ?? response.lastModified ?? ''
  // A server that knows no ranges sends the whole file.
  if (contentRange === null && fromByte === 0) return { body, version, totalBytes: body.length }
  const totalBytes = totalOf(response, fromByte, url)
  if (totalBytes > maxBytes)
    throw new HttpFault('tooLarge', `${new URL(url).pathname} has more than ${maxBytes} bytes`)
  return { body, version, totalBytes }
}

function totalOf({ contentRange, body }: HttpBody, fromByte: number, url: string): number {
  const [, from, to, total] = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(contentRange ?? '') ?? []
  const isRight = Number(from) === fromByte && Number(to) === fromByte + body.length - 1
  if (!isRight || body.length === 0)
    throw new HttpFault('unexpected', `${new URL(url).pathname} sent another part than requested`)
  return Number(total)
}

async function writePart(path: string, bytes: Buffer, position: number): Promise<void> {
  const file = await open(path, position === 0 ? 'w' : 'r+')
  try {
    await file.write(bytes, 0, bytes.length, position)
    await file.datasync()
  } finally {
    await file.close()
  }
}

/** The state, if the bytes it speaks of are there. */
async function readState(path: string, url: string, bytesPath: string): Promise<State | null> {
  const text = await readFile(statePath(path), 'utf8').catch(() => null)
  const found = await stat(bytesPath).catch(() => null)
  if (text === null || found === null) return null
  try {
    const state = JSON.parse(text) as State
    return state.url === url && found.size >= state.doneBytes ? state : null
  } catch {
    // Cut off while it was written.
    return null
  }
}

const partPath = (path: string) => `${path}.part`
const statePath = (path: string) => `${path}.state`
