import { DAY_SEC } from '../../lib/clock.ts'

interface DayFigures {
  readonly prices: Float64Array
  readonly supplies: Float64Array
}

/**
 * One price and one supply of each coin a day, NaN where there is none. Days are counted from 1970.
 * A supply holds until the next, so the last one before `fromDay` is part of it.
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
