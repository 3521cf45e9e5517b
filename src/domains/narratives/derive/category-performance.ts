import { at } from '../../../lib/at.ts'
import { DAY_SEC, dayStart } from '../../../lib/clock.ts'

export const PERIODS = ['7', '30', 'ytd', '365'] as const
export type Period = (typeof PERIODS)[number]

/** Midnight so many days before today, or of the first of January (UTC; narratives.md). */
export function periodStart(period: Period, nowSec: number): number {
  if (period !== 'ytd') return dayStart(nowSec) - Number(period) * DAY_SEC
  return Date.UTC(new Date(nowSec * 1000).getUTCFullYear(), 0, 1) / 1000
}

interface DayFigures {
  readonly prices: Float64Array
  readonly supplies: Float64Array
}

/**
 * A price and a supply of each coin a day, else NaN; a supply holds until the next, so the last one
 * before `fromDay` is part of it.
 */
export class DailyFigures {
  readonly coins: readonly string[]
  readonly fromDay: number
  /** The last supply of each coin before `fromDay`. */
  readonly suppliesBefore: Float64Array
  readonly #slots: ReadonlyMap<string, number>
  readonly #days = new Map<number, DayFigures>()

  constructor(coins: readonly string[], fromDay: number) {
    this.coins = coins
    this.fromDay = fromDay
    this.suppliesBefore = this.#nothing()
    this.#slots = new Map(coins.map((coin, slot) => [coin, slot]))
  }

  slotOf(coin: string): number {
    const slot = this.#slots.get(coin)
    if (slot === undefined) throw new RangeError(`${coin} is not among these figures.`)
    return slot
  }

  setPrice(coin: string, atSec: number, priceUsd: number): void {
    this.#day(atSec).prices[this.slotOf(coin)] = priceUsd
  }

  setSupply(coin: string, atSec: number, circulating: number): void {
    this.#day(atSec).supplies[this.slotOf(coin)] = circulating
  }

  setSupplyBefore(coin: string, circulating: number): void {
    this.suppliesBefore[this.slotOf(coin)] = circulating
  }

  /** Figures of a day, by slot; `undefined` when no coin has any. */
  find(day: number): DayFigures | undefined {
    return this.#days.get(day)
  }

  listDays(): number[] {
    return [...this.#days.keys()].sort((a, b) => a - b)
  }

  #day(atSec: number): DayFigures {
    const day = Math.floor(atSec / DAY_SEC)
    const figures = this.#days.get(day) ?? { prices: this.#nothing(), supplies: this.#nothing() }
    this.#days.set(day, figures)
    return figures
  }

  #nothing(): Float64Array {
    return new Float64Array(this.coins.length).fill(Number.NaN)
  }
}

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

// Long enough for a failed import, short enough that a coin nobody prices stops weighing.
export const PRICE_HOLDS_DAYS = 30

/**
 * Percent since `startDay` by day: daily returns weighted by market caps of the day before, so that
 * who joins moves nothing (narratives.md#daily-return).
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

/** Prices and supplies by slot on a day and the day before; NaN where there is none. */
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

  /** Goes on to a day; without a record the last one stands, a price no longer than it may. */
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

  /** Adds a member; one that was none the day before only shows that there is worth. */
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
    // Without a member on both days nothing ties what follows to what was.
    if (this.#capBefore === 0) this.#isBroken = true
    if (this.#isBroken) return null
    this.#level *= this.#capNow / this.#capBefore
    return this.#isPriced ? (this.#level - 1) * 100 : null
  }
}
