import { valueAmount } from './amounts.ts'
import type { Amount } from './observations.ts'
import { type CoinEvidence, NO_EVIDENCE, type PriceBook } from './price-book.ts'

/** An amount with its value and all that speaks for or against it. */
export interface WeighedAmount extends CoinEvidence {
  /** Null for plain dollars. */
  coin: string | null
  symbol: string
  /** Null for plain dollars, and where the decimals are not known. */
  tokens: number | null
  /** Null where it has no value. */
  valueUsd: number | null
  /** The price in use, and when it was recorded. */
  priceUsd: number | null
  priceSec: number | null
  confidence: number | null
  /** Those in use. */
  decimals: number | null
}

export function weighAmount(amount: Amount, atSec: number, prices: PriceBook): WeighedAmount {
  if ('usd' in amount)
    return { ...NO_EVIDENCE, ...NOTHING, coin: null, symbol: 'USD', valueUsd: amount.usd }
  const { coin } = amount
  const valued = valueAmount(amount, atSec, prices)
  const decimals = prices.decimals(coin) ?? null
  const price = prices.find(coin, atSec)
  const tokens =
    'tokens' in amount
      ? amount.tokens
      : decimals === null
        ? null
        : Number(`${amount.raw}e-${decimals}`)
  return {
    ...prices.evidence(coin, atSec),
    coin,
    symbol: prices.symbol(coin) ?? coin,
    tokens,
    valueUsd: 'unpriced' in valued ? null : valued.valueUsd,
    priceUsd: price?.priceUsd ?? null,
    priceSec: price?.atSec ?? null,
    confidence: price?.confidence ?? null,
    decimals: 'tokens' in amount ? null : decimals,
  }
}

const NOTHING = { tokens: null, priceUsd: null, priceSec: null, confidence: null, decimals: null }
