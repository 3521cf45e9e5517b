import { at } from '../../../lib/at.ts'
import type { DailyFigures } from '../daily-figures.ts'

/** A coin of a category, on the days from `fromDay` up to but not including `toDay`. */
export interface Member {
  /** Place of the category in the list. */
  category: number
  /** Coin that carries the price, and the coin itself, which has the supply. */
  priced: string
  coin: string
  fromDay: number
  toDay: number
}

// Long enough to get over an import that failed, short enough that a coin nobody prices any more
// stops weighing.
export const PRICE_HOLDS_DAYS = 30

/**
 * Change of each category since `startDay`, in percent, one row a day (semantics 9.1, decision
 * 107). A day's return is that of its members on both days, each weighted by its market cap of the
 * day before; days are multiplied. So a coin that joins moves neither the past nor the day it
 * joins, and neither does a change of supply. `null`: no member was priced that day, or the
 * category has no member that could carry the figure on.
 */
export function categoryPerformance(
  categoryCount: number,
  members: readonly Member[],
  figures: DailyFigures,
  { startDay, endDay }: { startDay: number; endDay: number },
): (number | null)[][] {
  const market = new Market(figures)
  for (const day of figures.listDays()) if (day < startDay) market.step(day)
  market.step(startDay - 1)
  const places = members.map((member) => ({
    ...member,
    price: figures.slotOf(member.priced),
    supply: figures.slotOf(member.coin),
  }))
  const lines = Array.from({ length: categoryCount }, () => new Line())
  const rows: (number | null)[][] = []
  for (let day = startDay; day <= endDay; day++) {
    market.step(day)
    for (const place of places) {
      const line = lines[place.category]
      if (line !== undefined && day >= place.fromDay && day < place.toDay)
        line.add(market, place, day > place.fromDay)
    }
    rows.push(lines.map((line) => line.close()))
  }
  return rows
}

/**
 * Prices and supplies of all coins, by slot, as they stand on a day and stood the day before; `NaN`
 * where there is none.
 */
class Market {
  readonly #figures: DailyFigures
  readonly prices: Float64Array
  readonly supplies: Float64Array
  readonly pricesBefore: Float64Array
  readonly suppliesBefore: Float64Array
  /** The day of each price. */
  readonly pricedOn: Float64Array
  day = 0

  constructor(figures: DailyFigures) {
    const size = figures.coins.length
    this.#figures = figures
    this.prices = new Float64Array(size).fill(Number.NaN)
    this.supplies = figures.suppliesBefore.slice()
    this.pricesBefore = new Float64Array(size)
    this.suppliesBefore = new Float64Array(size)
    this.pricedOn = new Float64Array(size).fill(Number.NEGATIVE_INFINITY)
  }

  /**
   * Goes on to a day; where it has no record, the last one stands, a price no longer than it may.
   */
  step(day: number): void {
    this.pricesBefore.set(this.prices)
    this.suppliesBefore.set(this.supplies)
    this.day = day
    const { prices, supplies, pricedOn } = this
    const found = this.#figures.find(day)
    for (const [slot, supply] of found?.supplies.entries() ?? [])
      if (!Number.isNaN(supply)) supplies[slot] = supply
    for (const [slot, price] of found?.prices.entries() ?? []) {
      if (Number.isNaN(price)) continue
      prices[slot] = price
      pricedOn[slot] = day
    }
    for (const [slot, pricedDay] of pricedOn.entries())
      if (day - pricedDay > PRICE_HOLDS_DAYS) prices[slot] = Number.NaN
  }
}

/** The line of one category: not begun, at a level, or broken off. */
class Line {
  #level: number | undefined
  #isBroken = false
  #capBefore = 0
  #capNow = 0
  #isWorthSomething = false
  #isPriced = false

  /**
   * Adds a member of the day; one that was none the day before only shows that the category is
   * worth something.
   */
  add(
    market: Market,
    { price, supply }: { price: number; supply: number },
    wasMember: boolean,
  ): void {
    const priceNow = at(market.prices, price)
    if (market.pricedOn[price] === market.day) this.#isPriced = true
    if (priceNow * at(market.supplies, supply) > 0) this.#isWorthSomething = true
    const supplyBefore = at(market.suppliesBefore, supply)
    const capBefore = at(market.pricesBefore, price) * supplyBefore
    if (!wasMember || Number.isNaN(priceNow) || !(capBefore > 0)) return
    this.#capBefore += capBefore
    this.#capNow += priceNow * supplyBefore
  }

  /** The figure of the day; the next one begins. */
  close(): number | null {
    const figure = this.#figure()
    this.#capBefore = 0
    this.#capNow = 0
    this.#isWorthSomething = false
    this.#isPriced = false
    return figure
  }

  #figure(): number | null {
    if (this.#level === undefined) {
      if (this.#isWorthSomething) this.#level = 1
      return this.#isWorthSomething ? 0 : null
    }
    // Without a member on both days nothing ties what follows to what was: any figure would be made
    // up.
    if (this.#capBefore === 0) this.#isBroken = true
    if (this.#isBroken) return null
    this.#level *= this.#capNow / this.#capBefore
    return this.#isPriced ? (this.#level - 1) * 100 : null
  }
}
