import { DAY_SEC } from '../../../lib/clock.ts'
import type { TokenClass } from './token-class.ts'

export interface Holding {
  chain: string
  token: string
  amount: number
}

export interface ValuedHolding {
  chain: string
  isOwn: boolean
  tokenClass: TokenClass
  /** `null` when the token has no price that is young enough. */
  usd: number | null
}

export interface KnownToken {
  tokenClass: TokenClass
  price: { atSec: number; priceUsd: number } | undefined
}

// Semantics 2.2: an older price says nothing about what a holding is worth now.
const MAX_PRICE_AGE_SEC = DAY_SEC

/**
 * What holdings are worth now: amount × newest price (semantics 8.5), own tokens told apart from
 * the others.
 */
export function valuedHoldings(
  holdings: readonly Holding[],
  own: ReadonlySet<string>,
  tokenOf: (coin: string) => KnownToken,
  nowSec: number,
): ValuedHolding[] {
  return holdings.map(({ chain, token, amount }) => {
    const { tokenClass, price } = tokenOf(token)
    const isPriced = price !== undefined && price.atSec >= nowSec - MAX_PRICE_AGE_SEC
    return {
      chain,
      isOwn: own.has(token),
      tokenClass,
      usd: isPriced ? amount * price.priceUsd : null,
    }
  })
}
