import { float64s, uint32s } from '../../../lib/number-arrays.ts'

/**
 * What a protocol held at one place, the plain value on a chain or one section of it, at each of
 * its records in order of time.
 */
export interface PlaceRecords {
  chain: string
  section: string
  timesSec: Uint32Array
  usd: Float64Array
}

/** Every version of every record of a place, in any order. */
export interface PlaceVersions extends PlaceRecords {
  runs: Uint32Array
}

/**
 * One value for each time, in order of time: of several versions the one of the latest run
 * (semantics 2.2).
 */
export function placeRecords(versions: PlaceVersions): PlaceRecords {
  const { chain, section, timesSec, usd } = versions
  if (isAscending(timesSec)) return { chain, section, timesSec, usd }
  const order = orderOf(timesSec)
  const chosen: number[] = []
  for (const index of order) {
    const last = chosen.at(-1)
    if (last === undefined || timesSec[last] !== timesSec[index]) chosen.push(index)
    else if ((versions.runs[index] ?? 0) > (versions.runs[last] ?? 0))
      chosen[chosen.length - 1] = index
  }
  return {
    chain,
    section,
    timesSec: uint32s(chosen.length, (index) => timesSec[chosen[index] ?? 0] ?? 0),
    usd: float64s(chosen.length, (index) => usd[chosen[index] ?? 0] ?? 0),
  }
}

function isAscending(timesSec: Uint32Array): boolean {
  for (let index = 1; index < timesSec.length; index++) {
    if ((timesSec[index] ?? 0) <= (timesSec[index - 1] ?? 0)) return false
  }
  return true
}

/**
 * Positions in order of time. A number holds time and position together, because numbers sort ten
 * times faster than by a comparison.
 */
function orderOf(timesSec: Uint32Array): Float64Array {
  const { length } = timesSec
  const startSec = timesSec.reduce((least, atSec) => Math.min(least, atSec))
  return float64s(length, (index) => ((timesSec[index] ?? 0) - startSec) * length + index)
    .sort()
    .map((packed) => packed % length)
}
