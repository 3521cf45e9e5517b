import { emptyRecord } from '../../../lib/records.ts'
/** A stablecoin's figures by day, over all chains or one; all columns begin on `firstDay`. */
export interface SupplyLine {
  readonly pegType: string
  readonly firstDay: number
  /** Last day with figures of its own, and the last one on which they stand. */
  readonly endDay: number
  readonly untilDay: number
  readonly circulating: Float64Array
  readonly minted: Float64Array
  readonly unreleased: Float64Array
  readonly bridgedIn: Float64Array
  readonly carriedUnits: Float64Array
  /** US dollars for a unit, up to `untilDay`; `NaN` when not known. */
  readonly rates: Float64Array
}

/** Figures by peg type, such as `{peggedUSD: 5}`; `{}` when there are none. */
export type Balance = Record<string, number>
/** The same in US dollars; `null` when no stablecoin of the peg has a price or a rate that day. */
export type UsdBalance = Record<string, number | null>

const UNITS = ['circulating', 'unreleased'] as const
const USD = ['circulatingUsd', 'mintedUsd', 'bridgedInUsd'] as const
type Figure = (typeof UNITS | typeof USD)[number] | 'carried'

export type SupplyPoint = { day: number; carried: Balance } & Record<
  (typeof UNITS)[number],
  Balance
> &
  Record<(typeof USD)[number], UsdBalance>

function eachFigure<V>(make: () => V): Record<Figure, V> {
  const entries = [...UNITS, ...USD, 'carried' as const].map((figure) => [figure, make()])
  return Object.fromEntries(entries) as Record<Figure, V>
}

/** Sums of one peg type, each day from `firstDay` of the chart on. */
class PegSums {
  readonly #known: Uint8Array
  readonly #valued: Uint8Array
  readonly #sums: Record<Figure, Float64Array>

  constructor(length: number) {
    this.#known = new Uint8Array(length)
    this.#valued = new Uint8Array(length)
    this.#sums = eachFigure(() => new Float64Array(length))
  }

  /** Adds a line to the days on which it has a figure. */
  add(line: SupplyLine, firstDay: number): void {
    const sums = this.#sums
    for (let day = line.firstDay; day <= line.untilDay; day++) {
      const from = Math.min(day, line.endDay) - line.firstDay
      const units = on(line.circulating, from)
      if (Number.isNaN(units)) continue
      const at = day - firstDay
      this.#known[at] = 1
      plus(sums.circulating, at, units)
      plus(sums.unreleased, at, on(line.unreleased, from))
      // After its last report all of it is carried.
      plus(sums.carried, at, day > line.endDay ? units : on(line.carriedUnits, from))
      const rate = on(line.rates, day - line.firstDay)
      if (Number.isNaN(rate)) continue
      this.#valued[at] = 1
      plus(sums.circulatingUsd, at, units * rate)
      plus(sums.mintedUsd, at, on(line.minted, from) * rate)
      plus(sums.bridgedInUsd, at, on(line.bridgedIn, from) * rate)
    }
  }

  /** Puts the sums of a day into a point; `false` when there are none. */
  putInto(point: SupplyPoint, peg: string, at: number): boolean {
    if (this.#known[at] !== 1) return false
    for (const figure of UNITS) point[figure][peg] = this.#sums[figure][at] ?? 0
    const isValued = this.#valued[at] === 1
    for (const figure of USD) point[figure][peg] = isValued ? (this.#sums[figure][at] ?? 0) : null
    const carried = this.#sums.carried[at] ?? 0
    if (carried > 0) point.carried[peg] = carried
    return true
  }
}

/** Daily totals by peg type in the order of `lines` (stablecoins.md#lists-and-charts). */
export function supplyChart(lines: readonly SupplyLine[]): SupplyPoint[] {
  const firstDay = Math.min(...lines.map((line) => line.firstDay))
  const untilDay = Math.max(...lines.map((line) => line.untilDay))
  const length = Math.max(0, untilDay - firstDay + 1)
  const byPeg = new Map<string, PegSums>()
  for (const line of lines) {
    const sums = byPeg.getOrInsertComputed(line.pegType, () => new PegSums(length))
    sums.add(line, firstDay)
  }
  return toPoints(byPeg, firstDay, length)
}

function toPoints(
  byPeg: ReadonlyMap<string, PegSums>,
  firstDay: number,
  length: number,
): SupplyPoint[] {
  const points: SupplyPoint[] = []
  for (let at = 0; at < length; at++) {
    const point: SupplyPoint = { day: firstDay + at, ...eachFigure(() => emptyRecord<never>()) }
    let isKnown = false
    for (const [peg, sums] of byPeg) isKnown = sums.putInto(point, peg, at) || isKnown
    if (isKnown) points.push(point)
  }
  return points
}

function on(column: Float64Array, index: number): number {
  return column[index] ?? Number.NaN
}

function plus(column: Float64Array, at: number, value: number): void {
  column[at] = (column[at] ?? 0) + value
}
