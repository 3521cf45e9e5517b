const WINDOW_MS = 60_000
const MAX_BUCKETS = 200_000

export interface RateLimit {
  allowed: boolean
  limit: number
  remaining: number
  resetSec: number
}

/** What a process has let in of one window. */
export interface Taken {
  bucket: string
  startMs: number
  count: number
}

interface Window {
  startMs: number
  taken: number
}

/** A minute per bucket, from its first request. Own code, as libraries only answer with promises. */
export class RateLimiter {
  readonly #generationSize: number
  // A window begun in one generation has ended when the next one ends, so whole maps are dropped.
  #current = new Map<string, Window>()
  #previous = new Map<string, Window>()
  #generationStartMs = Number.NEGATIVE_INFINITY

  constructor({ maxBuckets = MAX_BUCKETS }: { maxBuckets?: number } = {}) {
    this.#generationSize = Math.ceil(maxBuckets / 2)
  }

  take(bucket: string, limitPerMinute: number, nowMs: number): RateLimit {
    const window = this.windowOf(bucket, nowMs)
    const allowed = window.taken < limitPerMinute
    if (allowed) window.taken++
    const resetSec = Math.ceil((window.startMs + WINDOW_MS - nowMs) / 1000)
    const remaining = Math.max(0, limitPerMinute - window.taken)
    return { allowed, limit: limitPerMinute, remaining, resetSec }
  }

  /** All windows that have not ended, for a process that begins. */
  list(nowMs: number): Taken[] {
    return [...this.#previous, ...this.#current].flatMap(([bucket, { startMs, taken }]) =>
      nowMs - startMs < WINDOW_MS ? { bucket, startMs, count: taken } : [],
    )
  }

  protected windowOf(bucket: string, nowMs: number): Window {
    // A clock set back starts a new window.
    if (nowMs - this.#generationStartMs >= WINDOW_MS || nowMs < this.#generationStartMs)
      this.#turnGeneration(nowMs)
    const known = this.#current.get(bucket) ?? this.#previous.get(bucket)
    if (known !== undefined && nowMs >= known.startMs && nowMs - known.startMs < WINDOW_MS)
      return known
    if (this.#current.size >= this.#generationSize && !this.#current.has(bucket))
      this.#turnGeneration(nowMs)
    const fresh = { startMs: nowMs, taken: 0 }
    this.#current.set(bucket, fresh)
    return fresh
  }

  #turnGeneration(nowMs: number): void {
    this.#previous = nowMs - this.#generationStartMs < 2 * WINDOW_MS ? this.#current : new Map()
    this.#current = new Map()
    this.#generationStartMs = nowMs
  }
}

/** The same for several processes: each also counts what the others say they let in. */
export class SharedRateLimiter extends RateLimiter {
  #untold = new Map<string, { window: Window; count: number }>()

  override take(bucket: string, limitPerMinute: number, nowMs: number): RateLimit {
    const taken = super.take(bucket, limitPerMinute, nowMs)
    if (!taken.allowed) return taken
    const window = this.windowOf(bucket, nowMs)
    const known = this.#untold.get(bucket)
    if (known?.window === window) known.count++
    else this.#untold.set(bucket, { window, count: 1 })
    return taken
  }

  /** What was taken here since the last call. */
  drain(): Taken[] {
    const told = [...this.#untold].map(([bucket, { window, count }]) => {
      return { bucket, startMs: window.startMs, count }
    })
    this.#untold = new Map()
    return told
  }

  /** Counts what other processes let in. */
  add(taken: readonly Taken[], nowMs: number): void {
    for (const { bucket, startMs, count } of taken) {
      if (nowMs - startMs >= WINDOW_MS) continue
      const window = this.windowOf(bucket, nowMs)
      // The window of all of them begins with the first request to any of them.
      window.startMs = Math.min(window.startMs, startMs)
      window.taken += count
    }
  }
}
