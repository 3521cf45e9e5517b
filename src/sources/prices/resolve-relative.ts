import type { SeenPrice } from '../model/observations.ts'
import type { KnownPrice } from '../model/price-book.ts'
import { depthConfidence } from './depth-confidence.ts'
import { type PriceRemark, reconcilePrices } from './reconcile-prices.ts'

/** How far a base may be from a dollar price. */
const MOST_STEPS = 4
/**
 * Semantics 3.1: prices of the market, which are kept without a confidence where their source gave
 * none.
 */
const MARKET_CONFIDENCE = 0.99

export interface KnownBases {
  /** What the store knows of a coin that was not seen just now. */
  findKnown(coin: string, atSec: number): KnownPrice | undefined
  /** Coins that take the price of another one. */
  redirects: ReadonlyMap<string, string>
}

/** The price a relative one is multiplied by, and how many steps it is away from a dollar price. */
interface Base {
  priceUsd: number
  confidence: number
  steps: number
}

/**
 * Relative prices of one moment in dollars. A coin with a price in dollars is no step away; one
 * that is priced in it is one step away, and so on. A price only counts when its base is nearer to
 * dollars than the coin itself, or has a dollar price of its own: so no price can come back to
 * itself, whatever circles the pools make. Without a base there is no price.
 */
export function resolveRelative(
  seen: readonly SeenPrice[],
  known: KnownBases,
): { absolute: SeenPrice[]; remarks: PriceRemark[] } {
  const absolute: SeenPrice[] = []
  const remarks: PriceRemark[] = []
  for (const [atSec, ofMoment] of Map.groupBy(seen, (price) => price.atSec)) {
    const homeOf = homes(ofMoment, known.redirects)
    const bases = findBases(ofMoment, homeOf, (coin) => known.findKnown(coin, atSec))
    for (const price of ofMoment) {
      const refused =
        price.inCoin === undefined
          ? undefined
          : reasonAgainst(price, bases.get(homeOf(price.inCoin)), bases.get(price.coin))
      if (refused === undefined) absolute.push(inDollars(price, bases, homeOf) ?? price)
      else remarks.push({ coin: price.coin, atSec, reason: refused })
    }
  }
  return { absolute, remarks }
}

function reasonAgainst(
  price: SeenPrice,
  base: Base | undefined,
  own: Base | undefined,
): string | undefined {
  if (base === undefined) return `its base ${price.inCoin} has no price`
  const isNearer = base.steps === 0 || base.steps < (own?.steps ?? Number.POSITIVE_INFINITY)
  return isNearer
    ? undefined
    : `its base ${price.inCoin} is no nearer to a price in dollars than itself`
}

/**
 * Where a coin's price stands: with itself where it was seen, else where it redirects to; one step,
 * as in the store.
 */
function homes(
  ofMoment: readonly SeenPrice[],
  redirects: ReadonlyMap<string, string>,
): (coin: string) => string {
  const seen = new Set(ofMoment.map(({ coin }) => coin))
  return (coin) => (seen.has(coin) ? coin : (redirects.get(coin) ?? coin))
}

function findBases(
  ofMoment: readonly SeenPrice[],
  homeOf: (coin: string) => string,
  findKnown: (coin: string) => KnownPrice | undefined,
): Map<string, Base> {
  const bases = new Map<string, Base>()
  const settle = (prices: readonly SeenPrice[], steps: number) => {
    for (const { coin, priceUsd, confidence } of reconcilePrices(prices).prices)
      bases.set(coin, { priceUsd, confidence, steps })
  }
  const relative = ofMoment.filter(({ inCoin }) => inCoin !== undefined)
  settle(
    ofMoment.filter(({ inCoin }) => inCoin === undefined),
    0,
  )
  const seen = new Set(ofMoment.map(({ coin }) => coin))
  for (const { inCoin = '' } of relative) {
    const coin = homeOf(inCoin)
    const price = seen.has(coin) ? undefined : (findKnown(inCoin) ?? findKnown(coin))
    if (price !== undefined)
      bases.set(coin, {
        priceUsd: price.priceUsd,
        confidence: price.confidence ?? MARKET_CONFIDENCE,
        steps: 0,
      })
  }
  for (let steps = 1; steps <= MOST_STEPS; steps++) {
    const reached = relative.flatMap((price) =>
      bases.has(price.coin) ? [] : (inDollars(price, bases, homeOf) ?? []),
    )
    if (reached.length === 0) break
    settle(reached, steps)
  }
  return bases
}

/** Semantics 3.1: what is derived is never surer than what it is derived from. */
function inDollars(
  price: SeenPrice,
  bases: ReadonlyMap<string, Base>,
  homeOf: (coin: string) => string,
): SeenPrice | undefined {
  const base = price.inCoin === undefined ? undefined : bases.get(homeOf(price.inCoin))
  if (base === undefined) return undefined
  const byDepth =
    price.depthInCoin === undefined ? 1 : depthConfidence(price.depthInCoin * base.priceUsd)
  return {
    coin: price.coin,
    atSec: price.atSec,
    priceUsd: price.priceUsd * base.priceUsd,
    confidence: Math.min(price.confidence, base.confidence, byDepth),
  }
}
