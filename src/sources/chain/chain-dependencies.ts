import type { Logger } from 'pino'
import type { Clock } from '../../lib/clock.ts'
import type { LogRangeLimits } from './log-range.ts'

/** What a client of a chain is given. */
export interface ChainDependencies {
  fetch: typeof fetch
  clock: Clock
  sleep(ms: number): Promise<unknown>
  /** Between 0 and 1. */
  random(): number
  log: Logger
  limits?: Partial<ChainLimits>
}

export interface ChainLimits extends LogRangeLimits {
  /** How long one message may take. */
  timeoutMs: number
  /** How large an answer may be. */
  maxBytes: number
  /** How long to wait for endpoints that back off, until a request fails. */
  maxWaitMs: number
  /** Requests per message. */
  maxBatch: number
}

export const LIMITS: ChainLimits = {
  timeoutMs: 20_000,
  maxBytes: 128_000_000,
  maxWaitMs: 60_000,
  maxBatch: 100,
  firstLogRange: 2_000,
  maxLogRange: 100_000,
  logsPerRange: 10_000,
}

/** Counts messages over the wire. */
export interface Meter {
  roundTrips: number
}
