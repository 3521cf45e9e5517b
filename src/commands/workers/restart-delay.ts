import { backoffMs } from '../../lib/backoff.ts'

const BACKOFF = { firstMs: 250, maxMs: 30_000 }
// A worker that lived this long did not fail because of how it starts.
const STEADY_MS = 60_000

/** How long to wait before a worker is started again: twice as long for each early end in a row. */
export function restartDelayMs(
  failures: number,
  livedMs: number,
): { failures: number; delayMs: number } {
  const now = livedMs >= STEADY_MS ? 1 : failures + 1
  return { failures: now, delayMs: backoffMs(now, BACKOFF) }
}
