import reference from '../../../../data/token-classes.json' with { type: 'json' }
import { DAY_SEC } from '../../../lib/clock.ts'

/** What tells the tokens that a holder issued itself. */
interface Issuer {
  tokenCoin: string | null
  ownTokens: readonly string[]
}

/** Its own, its protocol's or family's, and those listed for it; each once, in order. */
export function ownTokens(
  holder: Issuer,
  family: readonly { tokenCoin: string | null }[],
): string[] {
  const coins = [
    holder.tokenCoin,
    ...family.map(({ tokenCoin }) => tokenCoin),
    ...holder.ownTokens,
  ].flatMap((coin) => coin ?? [])
  return [...new Set(coins)].sort()
}

export type TokenClass = 'stablecoins' | 'majors' | 'others'

const majors = new Set(reference.majors.map((symbol) => symbol.toUpperCase()))
const SHORT = 3
const stable = new RegExp(
  reference.stablecoins
    .map((symbol) => symbol.toUpperCase() + (symbol.length <= SHORT ? '$' : ''))
    .join('|'),
)

/**
 * What kind of token a symbol is (treasuries.md): a form of BTC or ETH by its whole symbol; a
 * stablecoin when it holds a known stable symbol, as aUSDC and USDC.e do. A symbol of three letters
 * counts only at the end, because it is part of too many words.
 */
export function tokenClass(symbol: string | null): TokenClass {
  const upper = (symbol ?? '').toUpperCase()
  if (majors.has(upper)) return 'majors'
  return stable.test(upper) ? 'stablecoins' : 'others'
}

export interface Holding {
  chain: string
  token: string
  amount: number
}

interface ValuedHolding {
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

// tvl.md#records: an older price says nothing about what a holding is worth now.
const MAX_PRICE_AGE_SEC = DAY_SEC

/** Amount × newest price (treasuries.md), own tokens distinguished from the others. */
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

interface TokenBreakdowns {
  ownTokens: number | null
  stablecoins: number | null
  majors: number | null
  others: number | null
}

/**
 * What holdings consist of, in USD (treasuries.md). An own token is nothing else besides. A kind
 * that is not held is 0; one of which no token has a price is `null`.
 */
export function tokenBreakdowns(holdings: readonly ValuedHolding[]): TokenBreakdowns {
  const of = (isOfKind: (holding: ValuedHolding) => boolean) => sumKnown(holdings.filter(isOfKind))
  return {
    ownTokens: of(({ isOwn }) => isOwn),
    stablecoins: of(({ isOwn, tokenClass }) => !isOwn && tokenClass === 'stablecoins'),
    majors: of(({ isOwn, tokenClass }) => !isOwn && tokenClass === 'majors'),
    others: of(({ isOwn, tokenClass }) => !isOwn && tokenClass === 'others'),
  }
}

/** `null` when there are holdings but no value, 0 when there is nothing to value. */
export function sumKnown(holdings: readonly { usd: number | null }[]): number | null {
  const known = holdings.flatMap(({ usd }) => usd ?? [])
  return known.length === 0 && holdings.length > 0 ? null : known.reduce((sum, usd) => sum + usd, 0)
}
