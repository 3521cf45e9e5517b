import { at } from '../../../lib/at.ts'
import type { Holding, HoldingStep } from './holdings.ts'
import { orNull } from './market-history.ts'

/** Newest price of an asset for each day from `firstDay` on, NaN where there was none. */
export interface DayPrices {
  readonly firstDay: number
  readonly prices: Float64Array
}

/** The price that values an asset on a day: of that day, else of the day before (dat.md#values). */
export function priceOn({ firstDay, prices }: DayPrices, day: number): number {
  const own = valueAt(prices, day - firstDay)
  return Number.isNaN(own) ? valueAt(prices, day - firstDay - 1) : own
}

/** A value by its index; NaN outside of the known ones. */
function valueAt(values: Float64Array, index: number): number {
  return values[index] ?? Number.NaN
}

/** Value of a treasury at the end of each day from `firstDay` on; NaN where unknown. */
export interface TreasuryValues {
  readonly firstDay: number
  /** Sum of what has a price; unknown when something is held and nothing of it has one. */
  readonly priced: Float64Array
  /** The same where everything held has a price, else unknown: what mNAV may be measured with. */
  readonly whole: Float64Array
}

/** Amounts × prices by day from the first transaction on (dat.md#values); `null` before it. */
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

/** What an institution holds today, and what that is worth. */
export type TreasuryTotals = Readonly<ReturnType<typeof treasuryTotals>>

/** Totals at the end of a day: the last point of the history (dat.md#values). */
export function treasuryTotals(
  holdings: readonly Holding[],
  pricesOf: (asset: string) => DayPrices | undefined,
  today: number,
) {
  const held = holdings
    .filter(({ amount }) => amount > 0)
    .map((holding) => {
      const prices = pricesOf(holding.asset)
      return {
        ...holding,
        usdValue: prices === undefined ? null : orNull(holding.amount * priceOn(prices, today)),
      }
    })
  if (holdings.length === 0)
    return { held, totalUsdValue: null, totalCost: null, wholeUsdValue: Number.NaN }
  const known = held.flatMap(({ usdValue }) => usdValue ?? [])
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
  return {
    held,
    // Of what has a price; `null` when nothing is known or priced, 0 when all was sold.
    totalUsdValue: held.length > 0 && known.length === 0 ? null : sum(known),
    totalCost: orNull(sum(held.map(({ cost }) => cost ?? Number.NaN))),
    // For mNAV: NaN unless everything held has a price.
    wholeUsdValue: known.length === held.length ? sum(known) : Number.NaN,
  }
}

/** By value of the treasury, largest first, unknown last; of equal ones the lower id. */
export function rankByValue<
  T extends { readonly id: number; readonly totalUsdValue: number | null },
>(institutions: readonly T[]): T[] {
  const value = ({ totalUsdValue }: T) => totalUsdValue ?? Number.NEGATIVE_INFINITY
  return institutions.toSorted((a, b) =>
    value(a) === value(b) ? a.id - b.id : value(b) - value(a),
  )
}
