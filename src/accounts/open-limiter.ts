import type { RateExchange } from './rate-exchange.ts'
import { RateLimiter, SharedRateLimiter } from './rate-limit.ts'

/** What the processes that serve one port let in, together. */
export interface PortRates {
  limiter: RateLimiter
  /** For other machines; only one of the processes has it. */
  rates?: Pick<SharedRateLimiter, 'drain' | 'add'>
}

interface LimiterOptions {
  /** Of the PostgreSQL server that all machines share. */
  url: string | undefined
  port: PortRates | undefined
  nowMs: () => number
  onProblem: (error: unknown) => void
}

/** Limits of this process, of all that serve its port, or of all machines with one PostgreSQL. */
interface OpenLimiter {
  limiter: RateLimiter
  exchange?: RateExchange
}

export async function openLimiter({ url, port, ...rest }: LimiterOptions): Promise<OpenLimiter> {
  const own = new SharedRateLimiter()
  const { limiter, rates } = port ?? { limiter: own, rates: own }
  if (url === undefined || rates === undefined)
    return { limiter: port?.limiter ?? new RateLimiter() }
  // Loaded only here, because most services need no PostgreSQL client.
  const { exchangeRates } = await import('./rate-exchange.ts')
  return { limiter, exchange: exchangeRates({ url, limiter: rates, ...rest }) }
}
