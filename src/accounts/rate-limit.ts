const WINDOW_MS = 60_000
const MAX_BUCKETS = 200_000

export interface RateLimit {
  allowed: boolean
  limit: number
  remaining: number
  resetSec: number
}

export interface RateLimiter {
  take(bucket: string, limitPerMinute: number, nowMs: number): RateLimit
}

interface Window {
  startMs: number
  taken: number
}

/** A minute per bucket, from its first request. Own code, as libraries only answer with promises. */
export function createRateLimiter(options: { maxBuckets?: number } = {}): RateLimiter {
  const generationSize = Math.ceil((options.maxBuckets ?? MAX_BUCKETS) / 2)
  // A window begun in one generation has ended when the next one ends, so whole maps are dropped.
  let current = new Map<string, Window>()
  let previous = new Map<string, Window>()
  let generationStartMs = Number.NEGATIVE_INFINITY

  function turnGeneration(nowMs: number): void {
    previous = nowMs - generationStartMs < 2 * WINDOW_MS ? current : new Map()
    current = new Map()
    generationStartMs = nowMs
  }

  function windowOf(bucket: string, nowMs: number): Window {
    // A clock set back starts a new window.
    if (nowMs - generationStartMs >= WINDOW_MS || nowMs < generationStartMs) turnGeneration(nowMs)
    const known = current.get(bucket) ?? previous.get(bucket)
    if (known !== undefined && nowMs >= known.startMs && nowMs - known.startMs < WINDOW_MS)
      return known
    if (current.size >= generationSize && !current.has(bucket)) turnGeneration(nowMs)
    const fresh = { startMs: nowMs, taken: 0 }
    current.set(bucket, fresh)
    return fresh
  }

  return {
    take(bucket, limitPerMinute, nowMs) {
      const window = windowOf(bucket, nowMs)
      const allowed = window.taken < limitPerMinute
      if (allowed) window.taken++
      const resetSec = Math.ceil((window.startMs + WINDOW_MS - nowMs) / 1000)
      return {
        allowed,
        limit: limitPerMinute,
        remaining: Math.max(0, limitPerMinute - window.taken),
        resetSec,
      }
    },
  }
}
