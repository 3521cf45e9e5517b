import { at } from '../../../lib/at.ts'
import { type DayPrices, priceOn } from './day-prices.ts'
import type { Holding, HoldingStep } from './holdings.ts'

/**
 * What a treasury was worth in US dollars at the end of each day from `firstDay` on; NaN where that
 * is not known.
 */
export interface TreasuryValues {
  readonly firstDay: number
  /** Sum of what has a price; unknown when something is held and nothing of it has one. */
  readonly priced: Float64Array
  /** The same where everything held has a price, else unknown: what mNAV may be measured with. */
  readonly whole: Float64Array
}

/**
 * Values by day from the first transaction until a day: amounts × prices (semantics 10.1, decision
 * 136). `null` when there is no such day.
 */
export function treasuryValues(
  holdings: readonly Holding[],
  pricesOf: (asset: string) => DayPrices | undefined,
  today: number,
): TreasuryValues | null {
  const firstDay = Math.min(
    ...holdings.map(({ steps }) => steps[0]?.day ?? Number.POSITIVE_INFINITY),
  )
  if (!(firstDay <= today)) return null
  const days = today - firstDay + 1
  const values = { firstDay, priced: new Float64Array(days), whole: new Float64Array(days) }
  const assets = holdings.map(({ asset, steps }) => ({ steps, prices: pricesOf(asset), next: 0 }))
  for (let day = firstDay; day <= today; day++) {
    const { usd, priced, held } = sumDay(assets, day)
    values.priced[day - firstDay] = held > 0 && priced === 0 ? Number.NaN : usd
    values.whole[day - firstDay] = held === priced ? usd : Number.NaN
  }
  return values
}

/** A holding on its way through the days. */
interface HeldAsset {
  readonly steps: readonly HoldingStep[]
  readonly prices: DayPrices | undefined
  next: number
}

/** The value of what has a price, and how many assets have one and how many are held. */
function sumDay(assets: readonly HeldAsset[], day: number) {
  const sums = { usd: 0, priced: 0, held: 0 }
  for (const asset of assets) {
    const amount = amountOn(asset, day)
    if (amount <= 0) continue
    sums.held++
    const price = asset.prices === undefined ? Number.NaN : priceOn(asset.prices, day)
    if (Number.isNaN(price)) continue
    sums.priced++
    sums.usd += amount * price
  }
  return sums
}

function amountOn(asset: HeldAsset, day: number): number {
  const { steps } = asset
  while (asset.next < steps.length && at(steps, asset.next).day <= day) asset.next++
  return asset.next === 0 ? 0 : at(steps, asset.next - 1).amount
}

/** Value on a day; NaN outside of the known days. */
export function valueOn({ firstDay }: TreasuryValues, values: Float64Array, day: number): number {
  return values[day - firstDay] ?? Number.NaN
}
