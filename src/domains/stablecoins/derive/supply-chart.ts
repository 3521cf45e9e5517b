import { emptyRecord } from '../../../lib/records.ts'
/**
 * A stablecoin's figures over all chains, or over one, day by day; all columns begin on `firstDay`.
 */
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

export interface SupplyPoint {
  day: number
  circulating: Balance
  unreleased: Balance
  circulatingUsd: UsdBalance
  mintedUsd: UsdBalance
  bridgedInUsd: UsdBalance
  carried: Balance
}

/** Sums of one peg type, each day from `firstDay` of the chart on. */
class PegSums {
  readonly known: Uint8Array
  readonly valued: Uint8Array
  readonly circulating: Float64Array
  readonly unreleased: Float64Array
  readonly carried: Float64Array
  readonly circulatingUsd: Float64Array
  readonly mintedUsd: Float64Array
  readonly bridgedInUsd: Float64Array

  constructor(length: number) {
    const column = () => new Float64Array(length)
    this.known = new Uint8Array(length)
    this.valued = new Uint8Array(length)
    this.circulating = column()
    this.unreleased = column()
    this.carried = column()
    this.circulatingUsd = column()
    this.mintedUsd = column()
    this.bridgedInUsd = column()
  }

  /** Adds a line to the days on which it has a figure. */
  add(line: SupplyLine, firstDay: number): void {
    for (let day = line.firstDay; day <= line.untilDay; day++) {
      const from = Math.min(day, line.endDay) - line.firstDay
      const units = on(line.circulating, from)
      if (Number.isNaN(units)) continue
      const at = day - firstDay
      this.known[at] = 1
      plus(this.circulating, at, units)
      plus(this.unreleased, at, on(line.unreleased, from))
      // After its last report all of it is carried.
      plus(this.carried, at, day > line.endDay ? units : on(line.carriedUnits, from))
      const rate = on(line.rates, day - line.firstDay)
      if (Number.isNaN(rate)) continue
      this.valued[at] = 1
      plus(this.circulatingUsd, at, units * rate)
      plus(this.mintedUsd, at, on(line.minted, from) * rate)
      plus(this.bridgedInUsd, at, on(line.bridgedIn, from) * rate)
    }
  }

  /** Puts the sums of a day into a point; `false` when there are none. */
  putInto(point: SupplyPoint, peg: string, at: number): boolean {
    if (this.known[at] !== 1) return false
    const usd = (column: Float64Array) => (this.valued[at] === 1 ? (column[at] ?? 0) : null)
    point.circulating[peg] = this.circulating[at] ?? 0
    point.unreleased[peg] = this.unreleased[at] ?? 0
    point.circulatingUsd[peg] = usd(this.circulatingUsd)
    point.mintedUsd[peg] = usd(this.mintedUsd)
    point.bridgedInUsd[peg] = usd(this.bridgedInUsd)
    const carried = this.carried[at] ?? 0
    if (carried > 0) point.carried[peg] = carried
    return true
  }
}

/**
 * Daily totals of some stablecoins by peg type, in units and in US dollars (semantics 4.4), added
 * up in the order of `lines`. A day on which none of them has a figure has no point.
 */
export function supplyChart(lines: readonly SupplyLine[]): SupplyPoint[] {
  const firstDay = lines.reduce(
    (first, line) => Math.min(first, line.firstDay),
    Number.POSITIVE_INFINITY,
  )
  const untilDay = lines.reduce(
    (last, line) => Math.max(last, line.untilDay),
    Number.NEGATIVE_INFINITY,
  )
  const length = Math.max(0, untilDay - firstDay + 1)
  const byPeg = new Map<string, PegSums>()
  for (const line of lines) {
    const sums = byPeg.get(line.pegType) ?? new PegSums(length)
    byPeg.set(line.pegType, sums)
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
    const point = emptyPoint(firstDay + at)
    let isKnown = false
    for (const [peg, sums] of byPeg) isKnown = sums.putInto(point, peg, at) || isKnown
    if (isKnown) points.push(point)
  }
  return points
}

function emptyPoint(day: number): SupplyPoint {
  return {
    day,
    circulating: emptyRecord(),
    unreleased: emptyRecord(),
    circulatingUsd: emptyRecord(),
    mintedUsd: emptyRecord(),
    bridgedInUsd: emptyRecord(),
    carried: emptyRecord(),
  }
}

function on(column: Float64Array, index: number): number {
  return column[index] ?? Number.NaN
}

function plus(column: Float64Array, at: number, value: number): void {
  column[at] = (column[at] ?? 0) + value
}
