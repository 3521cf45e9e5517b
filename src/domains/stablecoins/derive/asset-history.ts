import type { DailySeries } from './daily-series.ts'
import { endDayOf, type PlaceParts, type PlaceSupply, placeSupply } from './place-supply.ts'

/** One amount of a stablecoin reported by a chain as bridged in from another. */
export interface BridgedSeries {
  readonly chain: string
  readonly sourceChain: string
  readonly series: DailySeries
}

/** A stablecoin over all its chains by day; `NaN` without a good figure on any of them. */
export type AssetTotals = ReturnType<typeof emptyTotals>

/** Everything about a stablecoin's supply, from its first report to its last. */
export interface AssetHistory {
  readonly firstDay: number
  /** Day of the last report from any chain: until then gaps are filled (stablecoins.md#gaps). */
  readonly endDay: number
  readonly lastSec: number
  /** By chain, in the order of their keys. */
  readonly places: ReadonlyMap<string, PlaceParts>
  /** The last days of every chain, as far back as lists look. */
  readonly recent: ReadonlyMap<string, PlaceSupply>
  readonly totals: AssetTotals
}

/** How many days `recent` holds: lists compare with thirty days before the present one. */
export const RECENT_DAYS = 32

/** The history of a stablecoin; its chains are added up in the order of their keys. */
export function assetHistory(
  supply: ReadonlyMap<string, DailySeries>,
  bridged: readonly BridgedSeries[],
): AssetHistory {
  const places = placesOf(supply, bridged)
  const all = [...supply.values(), ...bridged.map(({ series }) => series)]
  const firstDay = Math.min(...all.map((series) => series.firstDay))
  const endDay = endDayOf(all)
  const totals = emptyTotals(endDay - firstDay + 1)
  const recent = new Map<string, PlaceSupply>()
  for (const [chain, parts] of places) {
    const place = placeSupply(parts, endDay)
    addPlace(totals, place, place.firstDay - firstDay)
    recent.set(chain, lastDays(place))
  }
  return {
    firstDay,
    endDay,
    lastSec: Math.max(...all.map(({ lastSec }) => lastSec)),
    places,
    recent,
    totals,
  }
}

/** A chain belongs when it reports something itself; what others say came from it is not enough. */
function placesOf(
  supply: ReadonlyMap<string, DailySeries>,
  bridged: readonly BridgedSeries[],
): Map<string, PlaceParts> {
  const chains = [...new Set([...supply.keys(), ...bridged.map(({ chain }) => chain)])].sort()
  const parts = new Map(
    chains.map((chain) => [
      chain,
      {
        supply: supply.get(chain),
        bridgedIn: [] as DailySeries[],
        bridgedOut: [] as DailySeries[],
      },
    ]),
  )
  const inOrder = [...bridged].sort(
    (a, b) => compare(a.sourceChain, b.sourceChain) || compare(a.chain, b.chain),
  )
  for (const { chain, sourceChain, series } of inOrder) {
    parts.get(chain)?.bridgedIn.push(series)
    parts.get(sourceChain)?.bridgedOut.push(series)
  }
  return parts
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}

function emptyTotals(length: number) {
  const unknown = () => new Float64Array(length).fill(Number.NaN)
  return {
    circulating: unknown(),
    minted: unknown(),
    unreleased: unknown(),
    bridgedIn: unknown(),
    // Of `circulating`, what stands on chains whose figure is carried.
    carriedUnits: new Float64Array(length),
    carried: new Uint8Array(length),
  }
}

function addPlace(totals: AssetTotals, place: PlaceSupply, offset: number): void {
  for (let index = 0; index < place.circulating.length; index++) {
    const circulating = place.circulating[index] ?? Number.NaN
    if (Number.isNaN(circulating)) continue
    const at = index + offset
    add(totals.circulating, at, circulating)
    add(totals.minted, at, place.minted[index] ?? 0)
    add(totals.unreleased, at, place.unreleased[index] ?? 0)
    add(totals.bridgedIn, at, place.bridgedIn[index] ?? 0)
    if (place.carried[index] === 0) continue
    totals.carried[at] = 1
    add(totals.carriedUnits, at, circulating)
  }
}

function add(column: Float64Array, at: number, value: number): void {
  const known = column[at] ?? Number.NaN
  column[at] = Number.isNaN(known) ? value : known + value
}

/** A copy of the last days, so that the rest can be forgotten. */
function lastDays(place: PlaceSupply): PlaceSupply {
  const from = Math.max(0, place.circulating.length - RECENT_DAYS)
  return {
    firstDay: place.firstDay + from,
    circulating: place.circulating.slice(from),
    minted: place.minted.slice(from),
    unreleased: place.unreleased.slice(from),
    bridgedIn: place.bridgedIn.slice(from),
    carried: place.carried.slice(from),
  }
}
