import type { UsdCloses } from './market-history.ts'

/** Since when a unit of a currency is worth so many US dollars. */
export interface CurrencyRate {
  readonly atSec: number
  readonly usd: number
}

/** The rate of US dollars themselves. */
export const DOLLARS: readonly CurrencyRate[] = [{ atSec: 0, usd: 1 }]

const DAY_SEC = 86_400

/**
 * US dollars for a unit at the end of a day: the newest rate by then, NaN before the first; rates
 * are in order of time (decision 137).
 */
export function rateOn(rates: readonly CurrencyRate[], daySec: number): number {
  return rates.findLast(({ atSec }) => atSec < daySec + DAY_SEC)?.usd ?? Number.NaN
}

/**
 * Closes as they were traded, brought into US dollars and today's shares: × the rate of the day ÷
 * what a share has become since.
 */
export function usdCloses(
  { timesSec, closes }: UsdCloses,
  rates: readonly CurrencyRate[],
  factorSince: ((atSec: number) => number) | null,
): UsdCloses {
  if (rates === DOLLARS && factorSince === null) return { timesSec, closes }
  let next = 0
  const converted = Float64Array.from(closes, (close, index) => {
    const atSec = timesSec[index] ?? 0
    while (next < rates.length && (rates[next]?.atSec ?? 0) < atSec + DAY_SEC) next++
    return (close * (rates[next - 1]?.usd ?? Number.NaN)) / (factorSince?.(atSec) ?? 1)
  })
  return { timesSec, closes: converted }
}
