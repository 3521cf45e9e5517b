/** Figures of consecutive days; `NaN` on days without one. */
export interface DayValues {
  readonly firstDay: number
  readonly values: Float64Array
}

/** US dollars on days without gaps, and for each whether it was interpolated (1) or not (0). */
export interface UsdLine {
  readonly firstDay: number
  readonly usd: Float64Array
  readonly interpolated: Uint8Array
}

/** From the first figure to the last, gaps filled on a line and marked (rwa.md#cleaning). */
export function withoutGaps({ firstDay, values }: DayValues): UsdLine | undefined {
  const first = values.findIndex((value) => !Number.isNaN(value))
  if (first < 0) return undefined
  const last = values.findLastIndex((value) => !Number.isNaN(value))
  const usd = values.slice(first, last + 1)
  const interpolated = new Uint8Array(usd.length)
  let known = 0
  for (let index = 1; index < usd.length; index++) {
    if (Number.isNaN(usd[index])) continue
    fill(usd, interpolated, known, index)
    known = index
  }
  return { firstDay: firstDay + first, usd, interpolated }
}

function fill(usd: Float64Array, interpolated: Uint8Array, from: number, to: number): void {
  const [start = 0, end = 0] = [usd[from], usd[to]]
  for (let index = from + 1; index < to; index++) {
    usd[index] = start + ((end - start) * (index - from)) / (to - from)
    interpolated[index] = 1
  }
}

// rwa.md: what is further off than this is no move of a market.
const TIMES_OFF = 10
const LONGEST_DAYS = 5

/**
 * A series without short spikes, which are filled like gaps (rwa.md#cleaning): at most five days
 * over ten times or under a tenth of the figures before and after them. What stays is no spike.
 */
export function withoutSpikes(values: Float64Array): Float64Array {
  const kept = values.slice()
  let before = Number.NaN
  for (let index = 0; index < values.length; index++) {
    const value = at(values, index)
    if (Number.isNaN(value)) continue
    if (isOff(value, before)) {
      const back = findReturn(values, index, before)
      if (back !== undefined) {
        kept.fill(Number.NaN, index, back)
        index = back
      }
    }
    before = at(values, index)
  }
  return kept
}

/** The first day after a spike that begins at `from`; `undefined` when it is none. */
function findReturn(values: Float64Array, from: number, before: number): number | undefined {
  const off: number[] = []
  for (let index = from; index < values.length; index++) {
    const value = at(values, index)
    if (Number.isNaN(value)) continue
    if (!isOff(value, before)) return off.every((spike) => isOff(spike, value)) ? index : undefined
    if (index - from >= LONGEST_DAYS) return undefined
    off.push(value)
  }
  return undefined
}

function isOff(value: number, level: number): boolean {
  return value > TIMES_OFF * level || TIMES_OFF * value < level
}

function at(values: Float64Array, index: number): number {
  return values[index] ?? Number.NaN
}

/** Feeds fail for a day or a weekend; what was not reported for longer is gone. */
export const STANDS_DAYS = 7

/** rwa.md#how-long-figures-stand: whether the last report of a day still stands on another. */
export function standsOn(lastDay: number, day: number): boolean {
  return day - lastDay <= STANDS_DAYS
}

/**
 * Daily US dollars: units × price, cleaned as all charts are (rwa.md). After the last report the
 * amount stands for a week, and is marked (rwa.md#how-long-figures-stand). `undefined` when no day
 * has both.
 */
export function usdLine(
  units: DayValues,
  ratesOn: (firstDay: number, lastDay: number) => Float64Array,
): UsdLine | undefined {
  const { firstDay, values } = units
  const end = values.length - 1
  const rates = ratesOn(firstDay, firstDay + end + STANDS_DAYS)
  const worth = rates.map((rate, index) => rate * (values[Math.min(index, end)] ?? Number.NaN))
  const line = withoutGaps({ firstDay, values: withoutSpikes(worth) })
  line?.interpolated.fill(1, Math.max(0, firstDay + end + 1 - line.firstDay))
  return line
}

/** A line nowhere above another, as interpolation may else put an active cap (rwa.md#cleaning). */
export function notAbove(line: UsdLine, limit: UsdLine): UsdLine {
  const shift = line.firstDay - limit.firstDay
  return {
    ...line,
    usd: line.usd.map((usd, index) => Math.min(usd, limit.usd[index + shift] ?? usd)),
  }
}

// Funds put out their value as seldom as once a month.
const PRICE_STANDS_DAYS = 35

/** The last price until each day, `NaN` after 35 days (rwa.md#how-long-figures-stand). */
export function standingPrices(
  prices: DayValues | undefined,
  firstDay: number,
  lastDay: number,
): Float64Array {
  const standing = new Float64Array(Math.max(0, lastDay - firstDay + 1)).fill(Number.NaN)
  if (prices === undefined) return standing
  let newest = Number.NaN
  let newestDay = 0
  for (let day = Math.max(prices.firstDay, firstDay - PRICE_STANDS_DAYS); day <= lastDay; day++) {
    const reported = prices.values[day - prices.firstDay] ?? Number.NaN
    if (!Number.isNaN(reported)) {
      newest = reported
      newestDay = day
    }
    if (day >= firstDay && day - newestDay <= PRICE_STANDS_DAYS) standing[day - firstDay] = newest
  }
  return standing
}
