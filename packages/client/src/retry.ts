import { AlmanacApiError, AlmanacConnectionError, AlmanacTimeoutError } from './errors.ts'

export interface RetryLimits {
  /** Most attempts after the first; 3 unless set, 0 for none. */
  readonly maxRetries?: number
  /** Wait before the first retry; doubled for each further one; 250 unless set. */
  readonly baseDelayMs?: number
  /** Longest wait; the error is thrown when the service asks for a longer one; 60,000 unless set. */
  readonly maxDelayMs?: number
}

const MAX_DELAY_MS = 60_000
const JITTER = 0.5
const RETRY_AFTER_JITTER = 0.1

/**
 * Repeats work that failed in passing. What is not idempotent is repeated only after a 429, which
 * the service answers before it does anything.
 */
export async function withRetries<T>(
  work: () => Promise<T>,
  limits: RetryLimits & {
    readonly isIdempotent: boolean
    readonly signal: AbortSignal | undefined
  },
): Promise<T> {
  const { maxRetries = 3, signal, isIdempotent } = limits
  for (let attempt = 0; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt >= maxRetries || !isPassing(error, isIdempotent)) throw error
      const delayMs = delayBefore(attempt, error, limits)
      if (delayMs === undefined) throw error
      await sleep(delayMs, signal)
    }
  }
}

function isPassing(error: unknown, isIdempotent: boolean): boolean {
  if (error instanceof AlmanacApiError)
    return error.status === 429 || (isIdempotent && [503, 504].includes(error.status))
  const isUnanswered =
    error instanceof AlmanacTimeoutError || error instanceof AlmanacConnectionError
  return isUnanswered && isIdempotent
}

/** Wait before the next attempt; undefined when the service asks for more than the longest one. */
function delayBefore(attempt: number, error: unknown, limits: RetryLimits): number | undefined {
  const { maxDelayMs = MAX_DELAY_MS } = limits
  const askedSec = error instanceof AlmanacApiError ? error.retryAfterSec : null
  if (askedSec !== null) {
    const askedMs = askedSec * 1000
    return askedMs > maxDelayMs ? undefined : askedMs * (1 + Math.random() * RETRY_AFTER_JITTER)
  }
  return backoffMs(attempt, limits)
}

/** Exponential wait before a retry; random, so that clients do not return all at once. */
export function backoffMs(
  attempt: number,
  { baseDelayMs = 250, maxDelayMs = MAX_DELAY_MS }: RetryLimits,
): number {
  return Math.min(maxDelayMs, baseDelayMs * 2 ** attempt) * (1 - Math.random() * JITTER)
}

function sleep(delayMs: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, delayMs)
    signal?.addEventListener('abort', stop, { once: true })
  })
}
