import { LRUCache } from 'lru-cache'
import { compress, type Encoding, worthCompressing } from './encoding.ts'

/**
 * A rendered answer: its bytes, plain and compressed, and the stamp of the data it was made from.
 */
export class Body {
  readonly stamp: string
  readonly etag: string
  readonly plain: Buffer
  /** Names and values of headers that belong to this answer alone. */
  readonly headers: readonly string[]
  readonly #encoded = new Map<Encoding, Buffer>()

  constructor(stamp: string, etag: string, plain: Buffer, headers: readonly string[] = []) {
    this.stamp = stamp
    this.etag = etag
    this.plain = plain
    this.headers = headers
  }

  /** The bytes in an encoding, if they have been made already. */
  find(encoding: Encoding): Buffer | undefined {
    return encoding === 'identity' ? this.plain : this.#encoded.get(encoding)
  }

  async encode(encoding: Encoding): Promise<Buffer> {
    const known = this.find(encoding)
    if (known !== undefined) return known
    const bytes = await compress(this.plain, encoding)
    this.#encoded.set(encoding, bytes)
    return bytes
  }

  /** The encoding this body travels in for a client that accepts `accepted`. */
  encodingFor(accepted: Encoding): Encoding {
    return worthCompressing(this.plain.length) ? accepted : 'identity'
  }
}

// Room for the compressed forms, which are made later, is counted from the start.
const SIZE_WITH_ENCODINGS = 1.5

/**
 * Keeps rendered answers under a byte budget. An answer is made once per stamp, however many ask
 * for it.
 */
export class Bodies {
  readonly #kept: LRUCache<string, Body>
  readonly #making = new Map<string, { stamp: string; body: Promise<Body> }>()

  constructor(budgetBytes: number) {
    this.#kept = new LRUCache<string, Body>({
      maxSize: budgetBytes,
      maxEntrySize: Math.floor(budgetBytes / 4),
      sizeCalculation: (body) => Math.ceil(body.plain.length * SIZE_WITH_ENCODINGS) + 512,
    })
  }

  get bytes(): number {
    return this.#kept.calculatedSize
  }

  /** The newest kept answer, of whatever stamp. */
  find(key: string): Body | undefined {
    return this.#kept.get(key)
  }

  /**
   * The kept answer if it is of this stamp; else it is made, and whoever else asks meanwhile is
   * given the older one.
   */
  async get(
    key: string,
    stamp: string,
    make: () => Promise<Body>,
  ): Promise<{ body: Body; from: 'kept' | 'stale' | 'made' }> {
    const kept = this.#kept.get(key)
    if (kept?.stamp === stamp) return { body: kept, from: 'kept' }
    const underWay = this.#making.get(key)
    // One that is being made from older data is no successor: waiting for it would hide a commit.
    if (underWay?.stamp === stamp)
      return kept === undefined
        ? { body: await underWay.body, from: 'kept' }
        : { body: kept, from: 'stale' }
    const making = { stamp, body: make() }
    this.#making.set(key, making)
    try {
      const body = await making.body
      if (this.#making.get(key) === making) this.#kept.set(key, body)
      return { body, from: 'made' }
    } finally {
      if (this.#making.get(key) === making) this.#making.delete(key)
    }
  }
}
