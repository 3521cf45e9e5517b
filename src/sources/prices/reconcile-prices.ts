import type { SeenPrice } from '../model/observations.ts'
import { weightedMedian } from './weighted-median.ts'

/** A remark for the operator about a price that was seen. */
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

/** coins.md#price-records: what is trusted less is not stored. */
const MIN_CONFIDENCE = 0.3
/** Prices this near to each other agree. */
const AGREE = 0.02
/** A price further from the median is left out. */
const OUTLIER = 0.05

/**
 * One price per coin and time: the median weighted by confidence, without outliers (README.md).
 * A price that is contradicted and not confirmed loses confidence.
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
      remark(price, `${price.priceUsd} is not a valid price`)
    else if (!(price.confidence >= MIN_CONFIDENCE))
      remark(price, `confidence ${round(price.confidence)} is under ${MIN_CONFIDENCE}`)
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
  const doubt = agreeing.length > 1 ? 0 : maxConfidence(others) / 2
  const confidence = maxConfidence(agreeing) * (1 - doubt)
  if (confidence < MIN_CONFIDENCE)
    remark(chosen, `contradicted, its confidence falls to ${round(confidence)}`)
  else {
    const { coin, atSec, priceUsd } = chosen
    into.prices.push({ coin, atSec, priceUsd, confidence })
  }
}

/** How far two prices are from each other, as a fraction of the lower one. */
function apart(a: SeenPrice, b: SeenPrice): number {
  return Math.max(a.priceUsd, b.priceUsd) / Math.min(a.priceUsd, b.priceUsd) - 1
}

function medianOf(prices: readonly SeenPrice[]): SeenPrice | undefined {
  return weightedMedian(prices, ({ priceUsd, confidence }) => [priceUsd, confidence])
}

function maxConfidence(prices: readonly SeenPrice[]): number {
  return Math.max(0, ...prices.map(({ confidence }) => confidence))
}

function round(value: number): number {
  return Number(value.toPrecision(3))
}
