import { LRUCache } from 'lru-cache'

/** What a response must tell so that it can be cached. */
export interface Cacheable {
  /** Changes exactly when the response may. */
  readonly version: string
  /** Memory it takes, with what is added to it later. */
  readonly sizeBytes: number
}

interface Entry<R> {
  readonly response: R
  /** URLs that asked for this response, so that they need not be parsed again. */
  readonly urls: readonly string[]
}

export type CacheResult = 'hit' | 'stale' | 'made'

// Measured: an entry with its body's objects and headers, without bytes, key and urls.
const ENTRY_BYTES = 2_048
const BYTES_PER_CHARACTER = 2
// The same request may be spelled in many ways; the last few spellings are enough.
const MAX_URLS = 8

/** Responses under one byte budget, each made once per version, however many ask for it. */
export class ResponseCache<R extends Cacheable> {
  readonly #entries: LRUCache<string, Entry<R>>
  /** URL → key of its entry; a URL leaves with its entry. */
  readonly #keys = new Map<string, string>()
  readonly #making = new Map<string, { version: string; response: Promise<R> }>()

  constructor(budgetBytes: number) {
    this.#entries = new LRUCache<string, Entry<R>>({
      maxSize: budgetBytes,
      maxEntrySize: Math.floor(budgetBytes / 4),
      sizeCalculation: sizeOf,
      dispose: ({ urls }, _, reason) => {
        if (reason === 'evict') this.#forget(urls)
      },
    })
  }

  get bytes(): number {
    return this.#entries.calculatedSize
  }

  get urlCount(): number {
    return this.#keys.size
  }

  /** The newest cached response, of any version. */
  find(key: string): R | undefined {
    return this.#entries.get(key)?.response
  }

  /** The same by a URL that asked for it before. */
  findByUrl(url: string): R | undefined {
    const key = this.#keys.get(url)
    return key === undefined ? undefined : this.find(key)
  }

  /** Lets the response be found by a URL too, if it is cached. */
  addUrl(key: string, url: string): void {
    const entry = this.#entries.peek(key)
    if (entry === undefined || this.#keys.get(url) === key) return
    const spare = entry.urls.length < MAX_URLS ? [] : entry.urls.slice(0, 1)
    this.#forget(spare)
    this.#keys.set(url, key)
    const urls = [...entry.urls.slice(spare.length), url]
    this.#put(key, { response: entry.response, urls })
  }

  /** The response of this version; while it is made, those who ask are given the older one. */
  async get(
    key: string,
    version: string,
    make: () => Promise<R>,
  ): Promise<{ response: R; from: CacheResult }> {
    const cached = this.find(key)
    if (cached?.version === version) return { response: cached, from: 'hit' }
    const underWay = this.#making.get(key)
    // One that is being made from older data is no successor: waiting for it would hide a commit.
    if (underWay?.version === version)
      return cached === undefined
        ? { response: await underWay.response, from: 'hit' }
        : { response: cached, from: 'stale' }
    const making = { version, response: make() }
    this.#making.set(key, making)
    try {
      const response = await making.response
      if (this.#making.get(key) === making)
        this.#put(key, { response, urls: this.#entries.peek(key)?.urls ?? [] })
      return { response, from: 'made' }
    } finally {
      if (this.#making.get(key) === making) this.#making.delete(key)
    }
  }

  #put(key: string, entry: Entry<R>): void {
    this.#entries.set(key, entry)
    // One that is too large is not cached, and takes its predecessor with it.
    if (!this.#entries.has(key)) this.#forget(entry.urls)
  }

  #forget(urls: readonly string[]): void {
    for (const url of urls) this.#keys.delete(url)
  }
}

function sizeOf<R extends Cacheable>({ response, urls }: Entry<R>, key: string): number {
  const characters = urls.reduce((sum, url) => sum + url.length, key.length)
  return response.sizeBytes + ENTRY_BYTES + characters * BYTES_PER_CHARACTER
}
