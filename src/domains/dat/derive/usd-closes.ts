import { at } from '../../../lib/at.ts'
import type { UsdCloses } from './market-history.ts'

/** From a moment on, a unit of a currency is worth this many US dollars. */
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
  const converted = new Float64Array(closes.length)
  let next = 0
  for (let index = 0; index < converted.length; index++) {
    const atSec = at(timesSec, index)
    while (next < rates.length && at(rates, next).atSec < atSec + DAY_SEC) next++
    const rate = next === 0 ? Number.NaN : at(rates, next - 1).usd
    const factor = factorSince === null ? 1 : factorSince(atSec)
    converted[index] = (at(closes, index) * rate) / factor
  }
  return { timesSec, closes: converted }
}
