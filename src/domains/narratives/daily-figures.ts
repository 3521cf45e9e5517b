import { DAY_SEC } from '../../lib/clock.ts'

/**
 * A figure of each coin, by its slot: `NaN` where there is none, and the moment it was recorded.
 */
interface Readings {
  readonly values: Float64Array
  readonly timesSec: Float64Array
}

interface DayReadings {
  readonly prices: Readings
  readonly supplies: Readings
}

/**
 * Prices and supplies of some coins, day by day: of each UTC day the first record, as in decision
 * 67. Days are counted from 1970. Prices before `fromDay` are left out; of the supplies before it
 * the last day's is kept, since a supply holds until the next.
 */
export class DailyFigures {
  readonly coins: readonly string[]
  readonly fromDay: number
  readonly #slots: ReadonlyMap<string, number>
  readonly #days: Map<number, DayReadings>
  /** Days whose readings this copy shares with no other. */
  readonly #own = new Set<number>()
  #suppliesBefore: Readings

  constructor(coins: readonly string[], fromDay: number, from?: DailyFigures) {
    this.coins = coins
    this.fromDay = fromDay
    this.#slots =
      from === undefined ? new Map(coins.map((coin, slot) => [coin, slot])) : from.#slots
    this.#days = new Map(from === undefined ? [] : from.#days)
    this.#suppliesBefore = from === undefined ? nothing(coins.length) : copyOf(from.#suppliesBefore)
  }

  /**
   * The same figures, which can be added to without changing these; only the days that are touched
   * take room.
   */
  copy(): DailyFigures {
    return new DailyFigures(this.coins, this.fromDay, this)
  }

  get dayCount(): number {
    return this.#days.size
  }

  slotOf(coin: string): number {
    return this.#slots.get(coin) ?? -1
  }

  setPrice(coin: string, atSec: number, priceUsd: number): void {
    const day = Math.floor(atSec / DAY_SEC)
    const slot = this.slotOf(coin)
    if (slot >= 0 && day >= this.fromDay) putFirst(this.#ownDay(day).prices, slot, atSec, priceUsd)
  }

  setSupply(coin: string, atSec: number, circulating: number): void {
    const day = Math.floor(atSec / DAY_SEC)
    const slot = this.slotOf(coin)
    if (slot < 0) return
    if (day >= this.fromDay) {
      putFirst(this.#ownDay(day).supplies, slot, atSec, circulating)
      return
    }
    const before = this.#suppliesBefore
    const knownDay = Math.floor((before.timesSec[slot] ?? Number.NaN) / DAY_SEC)
    if (day < knownDay) return
    if (day > knownDay) before.values[slot] = Number.NaN
    putFirst(before, slot, atSec, circulating)
  }

  /** Readings of a day, by slot; `undefined` when no coin has any. */
  find(
    day: number,
  ): { readonly prices: Float64Array; readonly supplies: Float64Array } | undefined {
    const readings = this.#days.get(day)
    return readings === undefined
      ? undefined
      : { prices: readings.prices.values, supplies: readings.supplies.values }
  }

  /** The last supply of each coin before `fromDay`. */
  get suppliesBefore(): Float64Array {
    return this.#suppliesBefore.values
  }

  listDays(): number[] {
    return [...this.#days.keys()].sort((a, b) => a - b)
  }

  #ownDay(day: number): DayReadings {
    const known = this.#days.get(day)
    if (known !== undefined && this.#own.has(day)) return known
    const size = this.coins.length
    const readings =
      known === undefined
        ? { prices: nothing(size), supplies: nothing(size) }
        : { prices: copyOf(known.prices), supplies: copyOf(known.supplies) }
    this.#days.set(day, readings)
    this.#own.add(day)
    return readings
  }
}

/** Keeps the earliest record; one of the same moment is a correction and takes its place. */
function putFirst(
  { values, timesSec }: Readings,
  slot: number,
  atSec: number,
  value: number,
): void {
  const isKnown = !Number.isNaN(values[slot])
  if (isKnown && (timesSec[slot] ?? 0) < atSec) return
  values[slot] = value
  timesSec[slot] = atSec
}

function nothing(size: number): Readings {
  return {
    values: new Float64Array(size).fill(Number.NaN),
    timesSec: new Float64Array(size).fill(Number.NaN),
  }
}

function copyOf({ values, timesSec }: Readings): Readings {
  return { values: values.slice(), timesSec: timesSec.slice() }
}
