const FIRST_MS = 500
const LONGEST_MS = 60_000
/**
 * A node that asks for more than this is left alone for this long: others, or a later run, will do.
 */
const LONGEST_ASKED_MS = 600_000

/**
 * How long an endpoint rests after its nth failure in a row: twice as long each time, between half
 * and all of it by chance so that many clients do not come back at once; never less than it asked
 * for.
 */
export function retryDelayMs(failures: number, chance: number, askedMs = 0): number {
  const fullMs = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(failures - 1, 20))
  return Math.max(Math.min(askedMs, LONGEST_ASKED_MS), fullMs * (0.5 + 0.5 * chance))
}

/** A Retry-After header, which holds seconds or a date. */
export function parseRetryAfterMs(header: string | null, nowMs: number): number | undefined {
  if (header === null || header.trim() === '') return undefined
  const seconds = Number(header)
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000)
  const atMs = Date.parse(header)
  return Number.isNaN(atMs) ? undefined : Math.max(0, atMs - nowMs)
}
