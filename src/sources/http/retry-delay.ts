import { backoffMs } from '../../lib/backoff.ts'

const BACKOFF = { firstMs: 500, maxMs: 60_000, spread: [0.5, 1] } as const
/** The longest back-off that a server may request. */
const MAX_REQUESTED_MS = 600_000

/** Exponential back-off after the nth failure in a row, with jitter; at least what was requested. */
export function retryDelayMs(failures: number, chance: number, askedMs = 0): number {
  return Math.max(Math.min(askedMs, MAX_REQUESTED_MS), backoffMs(failures, BACKOFF, chance))
}

/** A Retry-After header, which holds seconds or a date. */
export function parseRetryAfterMs(header: string | null, nowMs: number): number | undefined {
  if (header === null || header.trim() === '') return undefined
  const seconds = Number(header)
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000)
  const atMs = Date.parse(header)
  return Number.isNaN(atMs) ? undefined : Math.max(0, atMs - nowMs)
}
