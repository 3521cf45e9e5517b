export interface CachedResponse {
  readonly etag: string
  readonly text: string
}

export interface CacheLimits {
  /** Most answers held; 200 unless set. */
  readonly maxEntries?: number
  /** Most characters of all responses together; 16 million unless set. */
  readonly maxChars?: number
}

/** Answers by URL, each valid while the service confirms its ETag. The least used goes first. */
export class EtagCache {
  readonly #answers = new Map<string, CachedResponse>()
  readonly #maxEntries: number
  readonly #maxChars: number
  #chars = 0

  constructor({ maxEntries = 200, maxChars = 16_000_000 }: CacheLimits) {
    this.#maxEntries = maxEntries
    this.#maxChars = maxChars
  }

  find(url: string): CachedResponse | undefined {
    const answer = this.#answers.get(url)
    if (answer === undefined) return undefined
    // A map lists its entries in the order of insertion: the newest use is last.
    this.#answers.delete(url)
    this.#answers.set(url, answer)
    return answer
  }

  put(url: string, answer: CachedResponse): void {
    this.#remove(url)
    if (answer.text.length > this.#maxChars) return
    this.#answers.set(url, answer)
    this.#chars += answer.text.length
    for (const oldest of this.#answers.keys()) {
      if (this.#answers.size <= this.#maxEntries && this.#chars <= this.#maxChars) return
      this.#remove(oldest)
    }
  }

  #remove(url: string): void {
    this.#chars -= this.#answers.get(url)?.text.length ?? 0
    this.#answers.delete(url)
  }
}
