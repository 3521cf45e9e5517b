import type { Logger } from 'pino'
import type { Clock } from '../../lib/clock.ts'
import type { LogRangeLimits } from './log-range.ts'

/** What a client of a chain needs of the world. */
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
  /** How long to wait for endpoints that rest, until a question fails. */
  maxWaitMs: number
  /** How many requests go in one message at most. */
  maxBatch: number
}

export const LIMITS: ChainLimits = {
  timeoutMs: 20_000,
  maxBytes: 128_000_000,
  maxWaitMs: 60_000,
  maxBatch: 100,
  firstLogRange: 2_000,
  maxLogRange: 100_000,
  logsPerPiece: 10_000,
}

/** Counts messages over the wire. */
export interface Meter {
  roundTrips: number
}
