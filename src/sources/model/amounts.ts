import { DAY_SEC, dayStart } from '../../lib/clock.ts'
import type { Amount, Flow } from './observations.ts'
import type { PriceBook } from './price-book.ts'

/** The value of an amount (`tokens` is null for plain dollars), or the coin without one and why. */
export type Valued =
  | { valueUsd: number; tokens: number | null }
  | { unpriced: string; missing: 'price' | 'decimals' }

/** Semantics 2.2: amount × the price of that time. */
export function valueAmount(amount: Amount, atSec: number, prices: PriceBook): Valued {
  if ('usd' in amount) return { valueUsd: amount.usd, tokens: null }
  const tokens = tokensOf(amount, prices)
  if (tokens === undefined) return { unpriced: amount.coin, missing: 'decimals' }
  // Zero tokens are worth 0 even without a price.
  if (tokens === 0) return { valueUsd: 0, tokens }
  const price = prices.find(amount.coin, atSec)
  return price === undefined
    ? { unpriced: amount.coin, missing: 'price' }
    : { valueUsd: tokens * price.priceUsd, tokens }
}

/** Semantics 2.2: amounts without a price count 0. `isPriced` is false when none has a price. */
export function sumOfValues(
  amounts: readonly Amount[],
  atSec: number,
  prices: PriceBook,
): { valueUsd: number; isPriced: boolean } {
  let valueUsd = 0
  let priced = 0
  for (const amount of amounts) {
    const valued = valueAmount(amount, atSec, prices)
    if ('unpriced' in valued) continue
    valueUsd += valued.valueUsd
    priced++
  }
  return { valueUsd, isPriced: priced > 0 || amounts.length === 0 }
}

/** A flow is valued at the price of the last second of its day. */
export function priceSecOf({ atSec }: Pick<Flow, 'atSec'>): number {
  return dayStart(atSec) + DAY_SEC - 1
}

/** Whole tokens; undefined where the decimals are not known. */
export function tokensOf(
  amount: Exclude<Amount, { usd: number }>,
  prices: PriceBook,
): number | undefined {
  if ('tokens' in amount) return amount.tokens
  const decimals = prices.decimals(amount.coin)
  // As a text it is rounded once; dividing two floats would round twice.
  return decimals === undefined ? undefined : Number(`${amount.raw}e-${decimals}`)
}
