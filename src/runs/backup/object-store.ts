import { createHash, hash } from 'node:crypto'
import { createReadStream, openAsBlob } from 'node:fs'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { backoffMs } from '../../lib/backoff.ts'
import { UsageError } from '../../lib/errors.ts'
import { escapePart, type SigningKey, signRequest } from './sign-request.ts'

/** Where backups lie that are not in a folder, and with which key they are reached. */
export interface ObjectStoreSettings {
  /** Where `s3://` URLs lead. */
  readonly endpoint: string | undefined
  readonly region: string
  readonly keyId: string | undefined
  readonly secret: string | undefined
}

export interface StoredObject {
  readonly path: string
  readonly bytes: number
}

interface Call {
  readonly method: 'GET' | 'PUT' | 'POST' | 'DELETE'
  readonly url: URL
  readonly bodySha256?: string
  readonly body?: string | Blob
  readonly maxMs: number
}

const OBJECT_URL = /^(s3|https?):\/\//
const MAX_ATTEMPTS = 4
const BACKOFF = { firstMs: 500, maxMs: 2_000 }
const MAX_CALL_MS = 60_000
const MAX_FILE_MS = 6 * 3_600_000
/** One request takes 5 GiB; a larger file goes in parts of this size, of which 10,000 may be. */
const PART_BYTES = 2 ** 30
const EMPTY_SHA256 = hash('sha256', '')

export function isObjectUrl(place: string): boolean {
  return OBJECT_URL.test(place)
}

/** Objects below one prefix of a bucket. Messages name paths and codes, never keys or headers. */
export class ObjectStore {
  readonly name: string
  readonly #bucket: URL
  readonly #prefix: string
  readonly #key: SigningKey
  readonly #partBytes: number

  constructor(url: string, settings: ObjectStoreSettings, partBytes = PART_BYTES) {
    const { bucket, prefix, name } = parseUrl(url, settings)
    const { keyId, secret, region } = settings
    if (keyId === undefined || secret === undefined)
      throw new UsageError(`${name} needs a key: set ALMANAC_S3_KEY_ID and ALMANAC_S3_SECRET.`)
    this.name = name
    this.#bucket = bucket
    this.#prefix = prefix
    this.#key = { id: keyId, secret, region }
    this.#partBytes = partBytes
  }

  /** Everything below the prefix. */
  async list(): Promise<StoredObject[]> {
    const objects: StoredObject[] = []
    for (let token: string | undefined = ''; token !== undefined; ) {
      const url = new URL(this.#bucket)
      const next = token === '' ? {} : { 'continuation-token': token }
      url.search = queryText({ 'list-type': '2', prefix: this.#prefix, ...next })
      const response = await this.#call('the list', { method: 'GET', url, maxMs: MAX_CALL_MS })
      if (response === undefined) throw this.#noBucket()
      const text = await response.text()
      objects.push(...parseList(text, this.#prefix))
      token = findTag(text, 'NextContinuationToken')
    }
    return objects
  }

  /** Undefined where there is none. */
  async readText(path: string): Promise<string | undefined> {
    const response = await this.#get(path, MAX_CALL_MS)
    return response?.text()
  }

  /** The bytes of an object as they come; undefined where there is none. */
  async open(path: string): Promise<Readable | undefined> {
    const response = await this.#get(path, MAX_FILE_MS)
    return response?.body == null ? undefined : Readable.fromWeb(response.body)
  }

  async putText(path: string, text: string): Promise<void> {
    await this.#put(path, { bodySha256: hash('sha256', text), body: text, maxMs: MAX_CALL_MS })
  }

  /** The hash is signed, so that a store can refuse what was damaged on its way. */
  async putFile(
    path: string,
    file: string,
    { bytes, sha256 }: { bytes: number; sha256: string },
  ): Promise<void> {
    if (bytes > this.#partBytes) return this.#putParts(path, file, bytes)
    // Read from the disk while it is sent, again for each attempt.
    const body = await openAsBlob(file)
    await this.#put(path, { bodySha256: sha256, body, maxMs: MAX_FILE_MS })
  }

  /** An object appears when all its parts are there; those of an upload that fails are removed. */
  async #putParts(path: string, file: string, bytes: number): Promise<void> {
    const start = this.#urlOf(path, { uploads: '' })
    const begun = await this.#call(path, { method: 'POST', url: start, maxMs: MAX_CALL_MS })
    const uploadId = begun && findTag(await begun.text(), 'UploadId')
    if (uploadId === undefined) throw this.#noBucket()
    const url = this.#urlOf(path, { uploadId })
    try {
      const tags: string[] = []
      for (const range of listRanges(bytes, this.#partBytes))
        tags.push(await this.#putPart({ path, file, uploadId, partNumber: tags.length + 1 }, range))
      const body = completionXml(tags)
      const joined = { method: 'POST', url, body, bodySha256: hash('sha256', body) } as const
      const ended = await this.#call(path, { ...joined, maxMs: MAX_FILE_MS })
      // A store may find out that it failed after it has said 200.
      const code = ended && findTag(await ended.text(), 'Code')
      if (ended === undefined || code !== undefined)
        throw new UsageError(`${this.name}: ${path}: its parts were not joined (${code ?? 404})`)
    } catch (error) {
      await this.#call(path, { method: 'DELETE', url, maxMs: MAX_CALL_MS }).catch(() => undefined)
      throw error
    }
  }

  async #putPart(
    part: { path: string; file: string; uploadId: string; partNumber: number },
    { start, end }: { start: number; end: number },
  ): Promise<string> {
    const { path, file, uploadId, partNumber } = part
    const url = this.#urlOf(path, { partNumber: String(partNumber), uploadId })
    const sent = await this.#call(path, {
      ...{ method: 'PUT', url, maxMs: MAX_FILE_MS },
      bodySha256: await hashRange(file, { start, end }),
      body: (await openAsBlob(file)).slice(start, end),
    })
    const tag = sent?.headers.get('etag')
    if (tag == null) throw new UsageError(`${this.name}: ${path}: part ${partNumber} was not kept`)
    return tag
  }

  async delete(path: string): Promise<void> {
    await this.#call(path, { method: 'DELETE', url: this.#urlOf(path), maxMs: MAX_CALL_MS })
  }

  #get(path: string, maxMs: number): Promise<Response | undefined> {
    return this.#call(path, { method: 'GET', url: this.#urlOf(path), maxMs })
  }

  async #put(path: string, call: Pick<Call, 'bodySha256' | 'body' | 'maxMs'>): Promise<void> {
    const url = this.#urlOf(path)
    const response = await this.#call(path, { method: 'PUT', url, ...call })
    if (response === undefined) throw this.#noBucket()
  }

  #noBucket(): UsageError {
    return new UsageError(`${this.name}: there is no such bucket.`)
  }

  #urlOf(path: string, query: Record<string, string> = {}): URL {
    const url = new URL(this.#bucket)
    const key = `${this.#prefix}${path}`.split('/').map(escapePart).join('/')
    url.pathname = `${url.pathname}/${key}`
    url.search = queryText(query)
    return url
  }

  /** Undefined when there is no such object; what may pass is tried again. */
  async #call(what: string, call: Call): Promise<Response | undefined> {
    for (let attempt = 1; ; attempt++) {
      const outcome = await this.#attempt(call)
      if (outcome instanceof Response) {
        if (outcome.ok) return outcome
        if (outcome.status === 404) return undefined
      }
      const isPassing = !(outcome instanceof Response) || isTransient(outcome.status)
      if (!isPassing || attempt === MAX_ATTEMPTS)
        throw new UsageError(`${this.name}: ${what}: ${await describeFailure(outcome)}`)
      await sleep(backoffMs(attempt, BACKOFF))
    }
  }

  /** The response, or why there is none. */
  async #attempt({ method, url, body, maxMs, bodySha256 = EMPTY_SHA256 }: Call) {
    try {
      return await fetch(url, {
        method,
        headers: await signRequest({ method, url, bodySha256 }, this.#key, Date.now()),
        ...(body === undefined ? {} : { body }),
        redirect: 'error',
        signal: AbortSignal.timeout(maxMs),
      })
    } catch (error) {
      const { cause } = error as { cause?: { code?: string } }
      return cause?.code ?? (error as Error).name
    }
  }
}

function isTransient(status: number): boolean {
  return status >= 500 || status === 408 || status === 429
}

async function describeFailure(outcome: Response | string): Promise<string> {
  if (typeof outcome === 'string') return `it does not answer (${outcome})`
  const code = findTag(await outcome.text().catch(() => ''), 'Code')
  return `it answers ${outcome.status}${code === undefined ? '' : ` (${code})`}`
}

/** `s3://bucket/prefix`, or the URL of a bucket with a prefix below it. */
function parseUrl(
  url: string,
  { endpoint }: ObjectStoreSettings,
): { bucket: URL; prefix: string; name: string } {
  const given = URL.parse(url)
  const isS3 = given?.protocol === 's3:'
  if (isS3 && endpoint === undefined)
    throw new UsageError(`${url}: set ALMANAC_S3_ENDPOINT to the URL of the object store.`)
  if (given === null || given.username !== '' || given.password !== '' || given.search !== '')
    throw new UsageError(
      'The URL of a backup is s3://bucket/prefix or https://host/bucket/prefix. Keys belong into ALMANAC_S3_KEY_ID and ALMANAC_S3_SECRET.',
    )
  const path = isS3 ? `/${given.host}${given.pathname}` : given.pathname
  const [bucketName = '', ...rest] = path.split('/').filter((part) => part !== '')
  const bucket = URL.parse(isS3 ? (endpoint ?? '') : given.origin)
  if (bucket === null || bucketName === '')
    throw new UsageError(`${url} names no bucket: s3://bucket/prefix.`)
  bucket.pathname = `${bucket.pathname.replace(/\/$/, '')}/${bucketName}`
  const prefix = rest.map((part) => `${decodeURIComponent(part)}/`).join('')
  return { bucket, prefix, name: url.replace(/\/+$/, '') }
}

/** Keys below the prefix with their sizes; names of ours need no unescaping. */
function parseList(text: string, prefix: string): StoredObject[] {
  return [...text.matchAll(/<Contents>(.*?)<\/Contents>/gs)].map(([, entry = '']) => ({
    path: (findTag(entry, 'Key') ?? '').slice(prefix.length),
    bytes: Number(findTag(entry, 'Size')),
  }))
}

function queryText(query: Record<string, string>): string {
  return Object.entries(query)
    .map((pair) => pair.map(escapePart).join('='))
    .join('&')
}

/** Bytes of a file from `start` up to, not including, `end`. */
interface FileRange {
  readonly start: number
  readonly end: number
}

function listRanges(bytes: number, partBytes: number): FileRange[] {
  return Array.from({ length: Math.ceil(bytes / partBytes) }, (_, index) => ({
    start: index * partBytes,
    end: Math.min(bytes, (index + 1) * partBytes),
  }))
}

/** SHA-256 of a part of a file, in hex. */
async function hashRange(file: string, { start, end }: FileRange): Promise<string> {
  const sum = createHash('sha256')
  for await (const chunk of createReadStream(file, { start, end: end - 1 })) sum.update(chunk)
  return sum.digest('hex')
}

/** What tells an object store that all parts are there, by the tags it gave them. */
function completionXml(tags: readonly string[]): string {
  const parts = tags.map(
    (tag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${tag}</ETag></Part>`,
  )
  return `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`
}

/** The text of the first element of a name in a response of an object store. */
function findTag(text: string, name: string): string | undefined {
  return new RegExp(`<${name}>([^<]*)</${name}>`).exec(text)?.[1]
}
