import { at } from '../../../lib/at.ts'

/** What the two ends of the channel agree on; the service ends a process that goes beyond. */
export const CHANNEL_LIMITS = {
  /** JSON of one frame: a whole response of a module. */
  jsonBytes: 32 * 1024 * 1024,
  /** JSON of a frame that is not a response. */
  smallJsonBytes: 256 * 1024,
  /** Bytes behind the JSON: the body of a request. */
  bodyBytes: 4 * 1024 * 1024,
  /** Requests that wait for their response, and their bodies together. */
  openRequests: 32,
  openBytes: 32 * 1024 * 1024,
  /** Requests of one run. */
  requests: 250_000,
  urlLength: 128 * 1024,
  messageLength: 4_000,
}

export const MAX_VALUES = 2_000_000

const HEADER_BYTES = 8
const NOTHING = new Uint8Array()

/** Thrown for bytes or messages that no honest end of the channel sends. */
export class ProtocolError extends Error {
  override name = 'ProtocolError'
}

/** One message: the lengths of its JSON and of the bytes behind it, then both. */
export function encodeFrame(message: object, bytes: Uint8Array = NOTHING): Buffer {
  const json = Buffer.from(JSON.stringify(message), 'utf8')
  const header = Buffer.alloc(HEADER_BYTES)
  header.writeUInt32BE(json.length, 0)
  header.writeUInt32BE(bytes.length, 4)
  return Buffer.concat([header, json, bytes])
}

export interface Frame {
  json: Buffer
  bytes: Buffer
}

/** Cuts what arrives into frames. A length above the limit throws before anything is stored. */
export class FrameReader {
  readonly #limits: { jsonBytes: number; bodyBytes: number }
  #chunks: Buffer[] = []
  #size = 0
  /** Bytes that must be here before it is worth looking again. */
  #needed = HEADER_BYTES

  constructor(limits: { jsonBytes: number; bodyBytes: number } = CHANNEL_LIMITS) {
    this.#limits = limits
  }

  *read(chunk: Buffer): Generator<Frame> {
    this.#chunks.push(chunk)
    this.#size += chunk.length
    while (this.#size >= this.#needed) {
      const frame = this.#cut(
        // Joining one chunk would copy it once for each of its frames.
        this.#chunks.length === 1 ? at(this.#chunks, 0) : Buffer.concat(this.#chunks),
      )
      if (frame !== undefined) yield frame
    }
  }

  #cut(all: Buffer): Frame | undefined {
    const jsonBytes = all.readUInt32BE(0)
    const bodyBytes = all.readUInt32BE(4)
    if (jsonBytes > this.#limits.jsonBytes || bodyBytes > this.#limits.bodyBytes)
      throw new ProtocolError('a message that is too long')
    const end = HEADER_BYTES + jsonBytes + bodyBytes
    const isWhole = all.length >= end
    const rest = isWhole ? all.subarray(end) : all
    this.#chunks = [rest]
    this.#size = rest.length
    this.#needed = isWhole ? HEADER_BYTES : end
    if (!isWhole) return undefined
    const json = all.subarray(HEADER_BYTES, HEADER_BYTES + jsonBytes)
    return { json, bytes: all.subarray(HEADER_BYTES + jsonBytes, end) }
  }
}
