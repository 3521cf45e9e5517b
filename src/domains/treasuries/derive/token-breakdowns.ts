import type { ValuedHolding } from './valued-holdings.ts'

export interface TokenBreakdowns {
  ownTokens: number | null
  stablecoins: number | null
  majors: number | null
  others: number | null
}

/**
 * What holdings consist of, in USD (semantics 8.5). An own token is nothing else besides. A kind
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

/**
 * The sum of the values that are known: `null` when there are holdings but no value, 0 when there
 * is nothing to value.
 */
export function sumKnown(holdings: readonly { usd: number | null }[]): number | null {
  const known = holdings.flatMap(({ usd }) => usd ?? [])
  return known.length === 0 && holdings.length > 0 ? null : known.reduce((sum, usd) => sum + usd, 0)
}
