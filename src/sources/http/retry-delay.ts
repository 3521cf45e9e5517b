const FIRST_MS = 500
const MAX_MS = 60_000
/** The longest back-off that a server may request. */
const MAX_REQUESTED_MS = 600_000

/** Exponential back-off after the nth failure in a row, with jitter; at least what was requested. */
export function retryDelayMs(failures: number, chance: number, askedMs = 0): number {
  const fullMs = Math.min(MAX_MS, FIRST_MS * 2 ** Math.min(failures - 1, 20))
  return Math.max(Math.min(askedMs, MAX_REQUESTED_MS), fullMs * (0.5 + 0.5 * chance))
}

/** A Retry-After header, which holds seconds or a date. */
export function parseRetryAfterMs(header: string | null, nowMs: number): number | undefined {
  if (header === null || header.trim() === '') return undefined
  const seconds = Number(header)
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000)
  const atMs = Date.parse(header)
  return Number.isNaN(atMs) ? undefined : Math.max(0, atMs - nowMs)
}
