import type { SeenPrice } from '../model/observations.ts'
import type { KnownPrice } from '../model/price-book.ts'
import { type PriceRemark, reconcilePrices, type SettledPrices } from './reconcile-prices.ts'

/** How far a base may be from a dollar price. */
const MAX_STEPS = 4
/** coins.md#price-records: for market prices that were stored without a confidence. */
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
  for (const [atSec, ofTimestamp] of Map.groupBy(seen, (price) => price.atSec)) {
    const homeOf = homes(ofTimestamp, known.redirects)
    const bases = findBases(ofTimestamp, homeOf, (coin) => known.findKnown(coin, atSec))
    for (const price of ofTimestamp) {
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
  ofTimestamp: readonly SeenPrice[],
  redirects: ReadonlyMap<string, string>,
): (coin: string) => string {
  const seen = new Set(ofTimestamp.map(({ coin }) => coin))
  return (coin) => (seen.has(coin) ? coin : (redirects.get(coin) ?? coin))
}

function findBases(
  ofTimestamp: readonly SeenPrice[],
  homeOf: (coin: string) => string,
  findKnown: (coin: string) => KnownPrice | undefined,
): Map<string, Base> {
  const bases = new Map<string, Base>()
  const settle = (prices: readonly SeenPrice[], steps: number) => {
    for (const { coin, priceUsd, confidence } of reconcilePrices(prices).prices)
      bases.set(coin, { priceUsd, confidence, steps })
  }
  const relative = ofTimestamp.filter(isRelative)
  const inUsd = ofTimestamp.filter((price) => !isRelative(price))
  settle(inUsd, 0)
  const seen = new Set(ofTimestamp.map(({ coin }) => coin))
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

/** coins.md#price-records: a derived price is never trusted more than its base. */
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

/** One price in dollars for each coin and time, out of all that were seen. */
export function settlePrices(seen: readonly SeenPrice[], known: KnownBases): SettledPrices {
  const { absolute, remarks } = resolveRelative(seen, known)
  const settled = reconcilePrices(absolute)
  return { prices: settled.prices, remarks: [...remarks, ...settled.remarks] }
}

/** A market that is cheaper to move by 2% is dust: its price is not trusted. */
const DUST_USD = 1_000
/** A deeper market is not trusted more than this one. */
const DEEP_USD = 1_000_000
const MIN = 0.3
const MAX = 0.9

/**
 * Confidence by what it costs to move a market by 2% (coins.md#price-records): 0.3 at 1,000 USD,
 * 0.2 more per factor of ten.
 */
export function depthConfidence(depthUsd: number): number {
  if (!(depthUsd >= DUST_USD)) return 0
  const reached =
    Math.log10(Math.min(depthUsd, DEEP_USD) / DUST_USD) / Math.log10(DEEP_USD / DUST_USD)
  return MIN + (MAX - MIN) * reached
}
