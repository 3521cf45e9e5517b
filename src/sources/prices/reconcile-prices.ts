import type { SeenPrice } from '../model/observations.ts'
import { weightedMedian } from './weighted-median.ts'

/** Something about the prices that were seen that a person may want to know. */
export interface PriceRemark {
  coin: string
  atSec: number
  reason: string
}

export interface SettledPrices {
  /** One for each coin and time, in dollars. */
  prices: SeenPrice[]
  remarks: PriceRemark[]
}

/** Semantics 3.1: what is trusted less is not stored. */
const LEAST_CONFIDENCE = 0.3
/** Prices this near to each other say the same. */
const AGREE = 0.02
/** One this far from what most say is left out. */
const OUTLIER = 0.05

/**
 * One price out of those that several sources saw of a coin at the same time. Those under 0.3 are
 * dropped. The middle is the median weighted by confidence, the lower one where two share it, so
 * that it is always a price that somebody saw. What is over 5% from the middle is dropped, and the
 * median of the rest is the price, as sure as the surest source within 2% of it. A price that no
 * other source confirms while another one contradicts it is lowered by half of what the
 * contradiction weighs.
 */
export function reconcilePrices(seen: readonly SeenPrice[]): SettledPrices {
  const settled: SettledPrices = { prices: [], remarks: [] }
  for (const same of Map.groupBy(seen, ({ coin, atSec }) => `${atSec} ${coin}`).values())
    reconcileOne(same, settled)
  return settled
}

function reconcileOne(same: readonly SeenPrice[], into: SettledPrices): void {
  const remark = ({ coin, atSec }: SeenPrice, reason: string) =>
    into.remarks.push({ coin, atSec, reason })
  const usable = same.filter((price) => {
    if (!(price.priceUsd > 0 && Number.isFinite(price.priceUsd)))
      remark(price, `${price.priceUsd} is no price`)
    else if (!(price.confidence >= LEAST_CONFIDENCE))
      remark(price, `confidence ${round(price.confidence)} is under ${LEAST_CONFIDENCE}`)
    else return true
    return false
  })
  const middle = medianOf(usable)
  if (middle === undefined) return
  const near = usable.filter((price) => apart(price, middle) <= OUTLIER)
  const chosen = medianOf(near) ?? middle
  const agreeing = usable.filter((price) => apart(price, chosen) <= AGREE)
  const others = usable.filter((price) => apart(price, chosen) > AGREE)
  for (const other of others) {
    const percent = round(apart(other, chosen) * 100)
    remark(
      other,
      `${other.priceUsd} is ${percent}% from ${chosen.priceUsd}${near.includes(other) ? '' : ' and was left out'}`,
    )
  }
  const doubt = agreeing.length > 1 ? 0 : surest(others) / 2
  const confidence = surest(agreeing) * (1 - doubt)
  if (confidence < LEAST_CONFIDENCE)
    remark(chosen, `contradicted, its confidence falls to ${round(confidence)}`)
  else
    into.prices.push({
      coin: chosen.coin,
      atSec: chosen.atSec,
      priceUsd: chosen.priceUsd,
      confidence,
    })
}

/** How far two prices are from each other, whichever of them is the higher one. */
function apart(a: SeenPrice, b: SeenPrice): number {
  return Math.max(a.priceUsd, b.priceUsd) / Math.min(a.priceUsd, b.priceUsd) - 1
}

function medianOf(prices: readonly SeenPrice[]): SeenPrice | undefined {
  return weightedMedian(
    prices,
    ({ priceUsd }) => priceUsd,
    ({ confidence }) => confidence,
  )
}

function surest(prices: readonly SeenPrice[]): number {
  return Math.max(0, ...prices.map(({ confidence }) => confidence))
}

function round(value: number): number {
  return Number(value.toPrecision(3))
}
