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

export interface RateLimiter {
  take(bucket: string, limitPerMinute: number, nowMs: number): RateLimit
}

/** A limiter of several processes, which tell each other what they let in. */
export interface SharedRateLimiter extends RateLimiter {
  /** What was taken here since the last call. */
  drain(): Taken[]
  /** Counts what other processes let in. */
  add(taken: readonly Taken[], nowMs: number): void
  /** All windows that have not ended, for a process that begins. */
  list(nowMs: number): Taken[]
}

interface Window {
  startMs: number
  taken: number
}

/** A minute per bucket, from its first request. Own code, as libraries only answer with promises. */
export function createRateLimiter(options: { maxBuckets?: number } = {}): RateLimiter {
  return createWindows(options.maxBuckets)
}

/** The same for several processes: each also counts what the others say they let in. */
export function createSharedRateLimiter(): SharedRateLimiter {
  const windows = createWindows()
  let untold = new Map<string, { window: Window; count: number }>()
  return {
    take(bucket, limitPerMinute, nowMs) {
      const taken = windows.take(bucket, limitPerMinute, nowMs)
      if (!taken.allowed) return taken
      const window = windows.windowOf(bucket, nowMs)
      const known = untold.get(bucket)
      if (known?.window === window) known.count++
      else untold.set(bucket, { window, count: 1 })
      return taken
    },
    drain() {
      const told = [...untold].map(([bucket, { window, count }]) => ({
        bucket,
        startMs: window.startMs,
        count,
      }))
      untold = new Map()
      return told
    },
    add(taken, nowMs) {
      for (const { bucket, startMs, count } of taken) {
        if (nowMs - startMs >= WINDOW_MS) continue
        const window = windows.windowOf(bucket, nowMs)
        // The window of all of them begins with the first request to any of them.
        window.startMs = Math.min(window.startMs, startMs)
        window.taken += count
      }
    },
    list: windows.list,
  }
}

interface Windows extends RateLimiter {
  windowOf(bucket: string, nowMs: number): Window
  list(nowMs: number): Taken[]
}

function createWindows(maxBuckets = MAX_BUCKETS): Windows {
  const generationSize = Math.ceil(maxBuckets / 2)
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
    windowOf,
    list: (nowMs) =>
      [...previous, ...current].flatMap(([bucket, { startMs, taken }]) =>
        nowMs - startMs < WINDOW_MS ? { bucket, startMs, count: taken } : [],
      ),
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
