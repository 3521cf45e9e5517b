import { compress, type Encoding, worthCompressing } from '../../cache/encoding.ts'
import type { Cacheable } from '../../cache/responses.ts'
import {
  COMMON_HEADERS,
  cacheControl,
  type Headers,
  JSON_TYPE,
  NO_STORE,
  VARY,
  VARY_FORMAT,
} from '../headers.ts'
import type { Root, Route } from '../route.ts'
import { TABLE_FORMATS } from '../table/formats.ts'
import { matchingTag } from './etag.ts'
import type { Format } from './format.ts'
import type { RequestTime } from './request-time.ts'

// Node sends headers and a short text in one write without allocating; bytes take two buffers.
const MAX_TEXT_BYTES = 12_000
// Room for the compressed forms, which are made later, is counted from the start.
const ENCODINGS_SHARE = 0.5

export interface ResponseOrigin {
  readonly route: Route
  readonly root: Root
  readonly requestTime: RequestTime
  readonly etag: string
  readonly format: Format
}

/** A body in one encoding, and all headers that are the same for every caller. */
export interface EncodedBody {
  readonly bytes: Buffer
  /** The same bytes as Latin-1 text, of a short body. */
  readonly text: string | undefined
  readonly headers: readonly string[]
}

/** A rendered response in the encodings it was requested, ready to be sent. */
export class CachedResponse implements Cacheable {
  readonly origin: ResponseOrigin
  readonly plain: Buffer
  readonly #ownHeaders: readonly string[]
  readonly #contentType: readonly string[] | undefined
  readonly #encoded = new Map<Encoding, EncodedBody>()
  readonly #encoding = new Map<Encoding, Promise<EncodedBody>>()

  constructor(
    origin: ResponseOrigin,
    plain: Buffer,
    ownHeaders: readonly string[] = [],
    contentType?: string,
  ) {
    this.origin = origin
    this.plain = plain
    this.#ownHeaders = ownHeaders
    this.#contentType = contentType === undefined ? undefined : ['Content-Type', contentType]
    this.#put('identity', plain)
  }

  get version(): string {
    return this.origin.requestTime.version
  }

  get sizeBytes(): number {
    const text = this.plain.length > MAX_TEXT_BYTES ? 0 : this.plain.length
    return (
      this.plain.buffer.byteLength + Math.ceil((this.plain.length + text) * ENCODINGS_SHARE) + text
    )
  }

  /** The encoding this body travels in for a client that accepts `accepted`. */
  encodingFor(accepted: Encoding): Encoding {
    // Parquet is compressed already.
    const isWorth = this.origin.format !== 'parquet' && worthCompressing(this.plain.length)
    return isWorth ? accepted : 'identity'
  }

  /** The body in an encoding, if it has been made already. */
  find(encoding: Encoding): EncodedBody | undefined {
    return this.#encoded.get(encoding)
  }

  /** The body in an encoding that has been made. */
  get(encoding: Encoding): EncodedBody {
    const encoded = this.#encoded.get(encoding)
    if (encoded === undefined) throw new Error(`There is no ${encoding} form of this response yet.`)
    return encoded
  }

  /** The same, made once when it is first asked for. */
  async encode(encoding: Encoding): Promise<EncodedBody> {
    const known = this.#encoded.get(encoding) ?? this.#encoding.get(encoding)
    if (known !== undefined) return known
    const underWay = compress(this.plain, encoding).then((bytes) => this.#put(encoding, bytes))
    this.#encoding.set(encoding, underWay)
    try {
      return await underWay
    } finally {
      this.#encoding.delete(encoding)
    }
  }

  /** The tag of the caller's copy, if that is this response in any encoding. */
  matchingTag(ifNoneMatch: string | undefined, encoding: Encoding): string | undefined {
    if (ifNoneMatch === undefined || !isTagged(this.origin.route)) return undefined
    if (ifNoneMatch.trim() === '*') return this.#tagIn(encoding)
    return matchingTag(ifNoneMatch, this.origin.etag)
  }

  /** Whether parts of it are given out: of tables, to those whose other parts are of this one. */
  takesRange(ifRange: string | string[] | undefined): boolean {
    const isSame = ifRange === undefined || ifRange === `"${this.origin.etag}"`
    return this.origin.format !== 'json' && isSame
  }

  #tagIn(encoding: Encoding): string {
    const { etag } = this.origin
    return encoding === 'identity' ? etag : `${etag}-${encoding}`
  }

  #put(encoding: Encoding, bytes: Buffer): EncodedBody {
    const { route, root, requestTime, format } = this.origin
    const headers = [
      ...(this.#contentType ?? contentType(format)),
      ...varyOf(this.origin),
      ...(route.forOperators
        ? NO_STORE
        : cacheControl(root, requestTime.isSettled && isTagged(route))),
      ...(format === 'json' ? [] : ['Accept-Ranges', 'bytes']),
      ...this.#ownHeaders,
      ...(isTagged(route) ? ['ETag', `"${this.#tagIn(encoding)}"`] : []),
      ...(encoding === 'identity' ? [] : ['Content-Encoding', encoding]),
      'Content-Length',
      String(bytes.length),
      ...COMMON_HEADERS,
    ]
    const text = bytes.length > MAX_TEXT_BYTES ? undefined : bytes.toString('latin1')
    const encoded = { bytes, text, headers }
    this.#encoded.set(encoding, encoded)
    return encoded
  }
}

function contentType(format: Format): Headers {
  if (format === 'json') return JSON_TYPE
  const { mediaType, parameters } = TABLE_FORMATS[format]
  return ['Content-Type', mediaType + parameters]
}

/** What besides the URL decides. JSON that is checked at every use has another tag than tables. */
type Shown = Omit<ResponseOrigin, 'root' | 'etag'>

export function varyOf({ route, requestTime, format }: Shown): Headers {
  const isChecked = format === 'json' && !requestTime.isSettled
  return route.table === undefined || isChecked ? VARY : VARY_FORMAT
}

/** What is not made from facts, such as usage, changes without their versions: it has no tag. */
export function isTagged(route: Route): boolean {
  return route.reads.length > 0 || route.versionedByRun
}
