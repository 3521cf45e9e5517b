import type { SeenPrice } from '../model/observations.ts'
import type { KnownPrice } from '../model/price-book.ts'
import { depthConfidence } from './depth-confidence.ts'
import { type PriceRemark, reconcilePrices } from './reconcile-prices.ts'

/** How far a base may be from a dollar price. */
const MAX_STEPS = 4
/** Semantics 3.1: for market prices that were stored without a confidence. */
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

/** Relative prices in dollars. A base must be nearer to dollars than the coin: no circles. */
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
    : `its base ${price.inCoin} is not nearer to a price in dollars than the coin itself`
}

/** The coin whose price counts: itself if it was seen, else the one it redirects to. */
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
  const relative = ofMoment.filter(isRelative)
  settle(
    ofMoment.filter(({ inCoin }) => inCoin === undefined),
    0,
  )
  const seen = new Set(ofMoment.map(({ coin }) => coin))
  for (const { inCoin } of relative) {
    const coin = homeOf(inCoin)
    const price = seen.has(coin) ? undefined : (findKnown(inCoin) ?? findKnown(coin))
    if (price !== undefined)
      bases.set(coin, {
        priceUsd: price.priceUsd,
        confidence: price.confidence ?? MARKET_CONFIDENCE,
        steps: 0,
      })
  }
  for (let steps = 1; steps <= MAX_STEPS; steps++) {
    const reached = relative.flatMap((price) =>
      bases.has(price.coin) ? [] : (inDollars(price, bases, homeOf) ?? []),
    )
    if (reached.length === 0) break
    settle(reached, steps)
  }
  return bases
}

function isRelative(price: SeenPrice): price is SeenPrice & { inCoin: string } {
  return price.inCoin !== undefined
}

/** Semantics 3.1: a derived price is never trusted more than its base. */
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
