import { DAY_SEC } from '../../../lib/clock.ts'
import type { PlaceRecords } from './place-records.ts'

/**
 * Values of one place day by day from `firstDay`, a number of days since 1970; NaN where there is
 * none.
 */
export interface DailyPlace {
  chain: string
  section: string
  firstDay: number
  usd: Float64Array
}

/** A protocol's days, and the times of its first and last daily record. */
export interface DailyValues {
  firstSec: number
  lastSec: number
  places: DailyPlace[]
}

export interface DayRange {
  /** The days before are not wanted. */
  fromDay: number
  /**
   * Until when the last record stands for the protocol; absent for a dead one, which ends with it.
   */
  carriedToDay?: number | undefined
  /** The day of its first record, where that is not among the records given. */
  bornDay?: number | undefined
}

const NONE = 0xffff_ffff

/**
 * The days of a protocol (semantics 2.6): its first record of each UTC day; a day without a record
 * takes the NEXT one; a protocol that is not dead keeps its last one. All rows of one moment are
 * one record: a place that is not among them has no value then.
 */
export function dailyValues(records: readonly PlaceRecords[], range: DayRange): DailyValues {
  const firsts = firstOfDays(records)
  const { startDay, timesSec } = firsts
  const lastDay = startDay + timesSec.length - 1
  const fromDay = Math.max(range.fromDay, Math.min(startDay, range.bornDay ?? startDay))
  const dayCount = Math.max(lastDay, range.carriedToDay ?? lastDay) - fromDay + 1
  const standing = standingDays(timesSec)
  const places = records.flatMap(({ chain, section, ...place }) => {
    const own = new Float64Array(timesSec.length).fill(Number.NaN)
    for (let index = 0; index < place.usd.length; index++) {
      const atSec = place.timesSec[index] ?? 0
      const day = dayOf(atSec) - startDay
      if (timesSec[day] === atSec) own[day] = place.usd[index] ?? Number.NaN
    }
    const usd = new Float64Array(Math.max(0, dayCount))
    for (let index = 0; index < usd.length; index++) {
      const day = Math.max(0, fromDay + index - startDay)
      usd[index] = own[standing[Math.min(day, standing.length - 1)] ?? 0] ?? Number.NaN
    }
    return trim({ chain, section, firstDay: fromDay, usd })
  })
  return { firstSec: timesSec[0] ?? 0, lastSec: timesSec.at(-1) ?? 0, places }
}

export function dayOf(atSec: number): number {
  return Math.floor(atSec / DAY_SEC)
}

/** The time of the first record of each day, over all places. */
function firstOfDays(records: readonly PlaceRecords[]): {
  startDay: number
  timesSec: Uint32Array
} {
  const startDay = dayOf(
    records.reduce((least, { timesSec }) => Math.min(least, timesSec[0] ?? NONE), NONE),
  )
  const endDay = dayOf(
    records.reduce((most, { timesSec }) => Math.max(most, timesSec.at(-1) ?? 0), 0),
  )
  const firsts = new Uint32Array(Math.max(0, endDay - startDay + 1)).fill(NONE)
  for (const { timesSec } of records) {
    for (const atSec of timesSec) {
      const day = dayOf(atSec) - startDay
      if (atSec < (firsts[day] ?? 0)) firsts[day] = atSec
    }
  }
  return { startDay, timesSec: firsts }
}

/** For each day the day whose record stands for it: itself, or the next that has one. */
function standingDays(firsts: Uint32Array): Uint32Array {
  const standing = new Uint32Array(firsts.length)
  for (let day = firsts.length - 1; day >= 0; day--)
    standing[day] = firsts[day] === NONE ? (standing[day + 1] ?? 0) : day
  return standing
}

/** Without the days at both ends that have no value; nothing when no day has one. */
function trim({ usd, firstDay, ...place }: DailyPlace): DailyPlace[] {
  const first = usd.findIndex((value) => !Number.isNaN(value))
  if (first < 0) return []
  const last = usd.findLastIndex((value) => !Number.isNaN(value))
  return [
    {
      ...place,
      firstDay: firstDay + first,
      usd: first === 0 && last === usd.length - 1 ? usd : usd.slice(first, last + 1),
    },
  ]
}
