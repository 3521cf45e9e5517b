import { DAY_SEC, dayStart } from '../../../lib/clock.ts'
import { MAX_CARRIED_DAYS } from './liquidity-days.ts'

/** The newest sample of one pool of a coin. */
export interface NewestSample {
  coin: string
  atSec: number
  usd: number
}

/**
 * Which of several tokens of one name is meant (decision 104): the one with most in its pools now.
 * A pool whose newest sample is too old to be carried to the newest day of them all counts nothing;
 * of equal tokens the first is meant.
 */
export function mostLiquid(
  tokens: readonly (readonly string[])[],
  newest: readonly NewestSample[],
): readonly string[] {
  const latestSec = dayStart(newest.reduce((latest, { atSec }) => Math.max(latest, atSec), 0))
  const usdByCoin = new Map<string, number>()
  for (const { coin, atSec, usd } of newest) {
    if (latestSec - dayStart(atSec) <= MAX_CARRIED_DAYS * DAY_SEC)
      usdByCoin.set(coin, (usdByCoin.get(coin) ?? 0) + usd)
  }
  const worth = (coins: readonly string[]) =>
    coins.reduce((sum, coin) => sum + (usdByCoin.get(coin) ?? 0), 0)
  return tokens.reduce<readonly string[]>(
    (best, coins) => (best.length === 0 || worth(coins) > worth(best) ? coins : best),
    [],
  )
}
