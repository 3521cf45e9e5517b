import { at } from '../../../lib/at.ts'
import { dayOf } from '../../../lib/clock.ts'
import type { DailySeries } from './daily-sum.ts'

/** What a protocol held at one place, a chain or a section of it, in order of time. */
export interface PlaceRecords {
  chain: string
  section: string
  timesSec: readonly number[]
  usd: readonly number[]
}

/** Values of one place by day; the days at both ends have one. */
export interface DailyPlace extends DailySeries {
  chain: string
  section: string
}

const NONE = 0xffff_ffff

/**
 * The days of a protocol (tvl.md#chain-history): its first record of each UTC day, or the NEXT one
 * where there is none; the last stands until `carriedToDay`. A place not in a record has no value
 * then.
 */
export function dailyValues(
  records: readonly PlaceRecords[],
  carriedToDay: number | undefined,
): DailyPlace[] {
  const { startDay, timesSec } = firstOfDays(records)
  const lastDay = startDay + timesSec.length - 1
  const dayCount = Math.max(lastDay, carriedToDay ?? lastDay) - startDay + 1
  const standing = standingDays(timesSec)
  return records.flatMap(({ chain, section, ...place }) => {
    const own = new Float64Array(timesSec.length).fill(Number.NaN)
    for (const [index, usd] of place.usd.entries()) {
      const atSec = at(place.timesSec, index)
      const day = dayOf(atSec) - startDay
      if (timesSec[day] === atSec) own[day] = usd
    }
    const usd = new Float64Array(Math.max(0, dayCount))
    for (const day of usd.keys())
      usd[day] = at(own, at(standing, Math.min(day, standing.length - 1)))
    return trim({ chain, section, firstDay: startDay, usd })
  })
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
      if (atSec < at(firsts, day)) firsts[day] = atSec
    }
  }
  return { startDay, timesSec: firsts }
}

/** For each day the day whose record stands for it: itself, or the next that has one. */
function standingDays(firsts: Uint32Array): Uint32Array {
  const standing = new Uint32Array(firsts.length)
  let next = firsts.length - 1
  for (let day = next; day >= 0; day--) {
    if (firsts[day] !== NONE) next = day
    standing[day] = next
  }
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
