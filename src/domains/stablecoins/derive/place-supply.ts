import { type DailySeries, lastDayOf } from './daily-series.ts'

// Less than this is nothing.
const DUST = 1e-6
// What adding and subtracting large figures leaves behind, as a part of the largest.
const ROUNDING = 1e-12

/**
 * stablecoins.md#circulating-supply: minted + bridged in − unreleased − bridged out as others
 * report it. Dust and rounding are 0; `NaN` when negative, which no supply can be.
 */
export function circulatingUnits(
  minted: number,
  bridgedIn: number,
  unreleased: number,
  bridgedOut: number,
): number {
  const outside = unreleased + bridgedOut
  const left = minted + bridgedIn - outside
  const nothing = Math.max(DUST, ROUNDING * outside)
  if (left <= -nothing) return Number.NaN
  return left < nothing ? 0 : left
}

/** What is reported of one stablecoin on one chain. */
export interface PlaceParts {
  /** Columns: minted, unreleased. */
  readonly supply: DailySeries | undefined
  /** What this chain says came from others, one series for each of them. */
  readonly bridgedIn: readonly DailySeries[]
  /** What other chains say came from this one. */
  readonly bridgedOut: readonly DailySeries[]
}

/** A stablecoin on one chain day by day, without gaps; `NaN` as long as there is no good figure. */
export interface PlaceSupply {
  readonly firstDay: number
  readonly circulating: Float64Array
  readonly minted: Float64Array
  readonly unreleased: Float64Array
  readonly bridgedIn: Float64Array
  /** 1 where a part was filled forward, or where the last good result stays for one held back. */
  readonly carried: Uint8Array
}

/**
 * stablecoins.md#circulating-supply: parts are filled forward up to `endDay`. A negative result is
 * held: the last good record of the chain stays and is marked as carried.
 */
export function placeSupply(parts: PlaceParts, endDay: number): PlaceSupply {
  const own = [parts.supply, ...parts.bridgedIn].flatMap((series) => series ?? [])
  const firstDay = Math.min(...own.map((series) => series.firstDay))
  const length = Math.max(0, Number.isFinite(firstDay) ? endDay - firstDay + 1 : 0)
  const carried = new Uint8Array(length)
  const sum = (list: readonly DailySeries[], column = 0) => {
    const total = new Float64Array(length)
    for (const series of list) addFilled(total, carried, series, column, firstDay)
    return total
  }
  const supply = parts.supply === undefined ? [] : [parts.supply]
  const place = {
    firstDay,
    circulating: new Float64Array(length),
    minted: sum(supply),
    unreleased: sum(supply, 1),
    bridgedIn: sum(parts.bridgedIn),
    carried,
  }
  keepGoodDays(place, sum(parts.bridgedOut))
  return place
}

/** Adds a series whose gaps take the value before them; a carried 0 is nothing that was carried. */
function addFilled(
  total: Float64Array,
  carried: Uint8Array,
  { firstDay, columns }: DailySeries,
  column: number,
  fromDay: number,
): void {
  const reported = columns[column] ?? new Float64Array(0)
  const offset = firstDay - fromDay
  let last = Number.NaN
  for (let at = 0; at + offset < total.length; at++) {
    const value = reported[at] ?? Number.NaN
    const isGap = Number.isNaN(value)
    if (!isGap) last = value
    const index = at + offset
    if (index < 0 || Number.isNaN(last)) continue
    total[index] = (total[index] ?? 0) + last
    if (isGap && last > 0) carried[index] = 1
  }
}

/** Works out what circulates each day; where it is negative, the record of the day before stays. */
function keepGoodDays(
  { circulating, minted, unreleased, bridgedIn, carried }: PlaceSupply,
  bridgedOut: Float64Array,
): void {
  const on = (column: Float64Array, index: number) => column[index] ?? Number.NaN
  for (let index = 0; index < circulating.length; index++) {
    const units = circulatingUnits(
      on(minted, index),
      on(bridgedIn, index),
      on(unreleased, index),
      on(bridgedOut, index),
    )
    circulating[index] = units
    if (!Number.isNaN(units)) continue
    for (const column of [circulating, minted, unreleased, bridgedIn])
      column[index] = on(column, index - 1)
    carried[index] = Number.isNaN(on(circulating, index)) ? 0 : 1
  }
}

/** The last day on which any of some series has a report. */
export function endDayOf(list: Iterable<DailySeries>): number {
  let end = Number.NEGATIVE_INFINITY
  for (const series of list) end = Math.max(end, lastDayOf(series))
  return end
}

/** How good the newest figure of a stablecoin on a chain is. */
export interface PlaceReading {
  readonly atSec: number
  readonly isCarried: boolean
}

/**
 * As old as its oldest part; carried if one is or all contradict
 * (stablecoins.md#circulating-supply).
 */
export function placeReading({ supply, bridgedIn, bridgedOut }: PlaceParts): PlaceReading {
  const all = [supply, ...bridgedIn, ...bridgedOut].flatMap((series) => series ?? [])
  const present = all.filter(({ columns }) => columns.some((column) => (column.at(-1) ?? 0) > 0))
  const parts = present.length === 0 ? all : present
  const units = circulatingUnits(last(supply), sumOf(bridgedIn), last(supply, 1), sumOf(bridgedOut))
  return {
    atSec: Math.min(...parts.map(({ lastSec }) => lastSec)),
    isCarried: Number.isNaN(units) || parts.some(({ isLastCarried }) => isLastCarried),
  }
}

function last(series: DailySeries | undefined, column = 0): number {
  return series?.columns[column]?.at(-1) ?? 0
}

function sumOf(list: readonly DailySeries[]): number {
  return list.reduce((sum, series) => sum + last(series), 0)
}
