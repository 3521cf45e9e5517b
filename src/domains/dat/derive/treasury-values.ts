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
 * Values by day from the first transaction until a day, or of the days from `fromDay` on only:
 * amounts × prices (semantics 10.1, decision 136). `null` when there is no such day.
 */
export function treasuryValues(
  holdings: readonly Holding[],
  pricesOf: (asset: string) => DayPrices | undefined,
  today: number,
  fromDay = 0,
): TreasuryValues | null {
  const firstDay = Math.max(
    fromDay,
    Math.min(...holdings.map(({ steps }) => steps[0]?.day ?? Number.POSITIVE_INFINITY)),
  )
  if (!(firstDay <= today)) return null
  const days = today - firstDay + 1
  const sums: Sums = {
    firstDay,
    usd: new Float64Array(days),
    priced: new Uint16Array(days),
    held: new Uint16Array(days),
  }
  for (const { asset, steps } of holdings) {
    const prices = pricesOf(asset) ?? NO_PRICES
    // Mostly the last days of a long past are asked for: what was held before them is passed over.
    const first = Math.max(
      0,
      steps.findLastIndex(({ day }) => day <= firstDay),
    )
    for (let index = first; index < steps.length; index++) {
      const { day, amount } = steps[index] as HoldingStep
      const untilDay = Math.min(today, (steps[index + 1]?.day ?? today + 1) - 1)
      if (amount > 0) addStretch(sums, prices, amount, Math.max(day, firstDay), untilDay)
    }
  }
  const { usd, priced, held } = sums
  return {
    firstDay,
    priced: usd.map((value, place) =>
      held[place] !== 0 && priced[place] === 0 ? Number.NaN : value,
    ),
    whole: usd.map((value, place) => (held[place] === priced[place] ? value : Number.NaN)),
  }
}

const NO_PRICES: DayPrices = { firstDay: 0, prices: new Float64Array(0) }

/** By day: the value of what has a price, and how many assets have one and how many are held. */
interface Sums {
  readonly firstDay: number
  readonly usd: Float64Array
  readonly priced: Uint16Array
  readonly held: Uint16Array
}

/** Adds an asset on the days on which the same amount of it was held. */
function addStretch(
  { firstDay, usd, priced, held }: Sums,
  prices: DayPrices,
  amount: number,
  fromDay: number,
  untilDay: number,
): void {
  for (let day = fromDay; day <= untilDay; day++) {
    const place = day - firstDay
    const price = priceOn(prices, day)
    held[place] = (held[place] ?? 0) + 1
    if (Number.isNaN(price)) continue
    priced[place] = (priced[place] ?? 0) + 1
    usd[place] = (usd[place] ?? 0) + amount * price
  }
}

/** Value on a day out of a row of days; NaN outside of it. */
export function valueOn({ firstDay }: TreasuryValues, values: Float64Array, day: number): number {
  return values[day - firstDay] ?? Number.NaN
}
