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
 * By its symbol (treasuries.md): stable symbols count within a word, those of three letters only at
 * its end, because they are part of too many.
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

type ValuedHolding = ReturnType<typeof valuedHoldings>[number]

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
) {
  return holdings.map(({ chain, token, amount }) => {
    const { tokenClass, price } = tokenOf(token)
    const isPriced = price !== undefined && price.atSec >= nowSec - MAX_PRICE_AGE_SEC
    const usd = isPriced ? amount * price.priceUsd : null
    return { chain, isOwn: own.has(token), tokenClass, usd }
  })
}

/** In USD (treasuries.md); a kind that is not held is 0, one without a priced token `null`. */
export function tokenBreakdowns(holdings: readonly ValuedHolding[]) {
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
