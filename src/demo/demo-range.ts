import { DAY_SEC } from '../lib/clock.ts'
import { type Sql, sql } from '../lib/sql.ts'

/** How many days back the demo world begins. */
export const DEMO_DAYS = 730
/** The end of what has no end: the year 2100. */
export const NEVER_SEC = 4_102_444_800

/** A range of the simulated market: after `fromSec`, up to and including `toSec`. */
export interface DemoRange {
  /** Midnight of the first day of the demo world. */
  firstDaySec: number
  fromSec: number
  toSec: number
}

/** Whether a full step ends in a range; if not, figures must not look newer than they are. */
export function endsStep({ fromSec, toSec }: DemoRange, stepSec: number): boolean {
  return Math.floor(toSec / stepSec) > Math.floor(fromSec / stepSec)
}

/** The range back to the first day of the world: for events, which are few and known from the start. */
export function fromFirstDay(range: DemoRange): DemoRange {
  return { ...range, fromSec: range.firstDaySec - 1 }
}

/** The part of a range that is at most this far before its end. */
export function lastPart(range: DemoRange, lengthSec: number): DemoRange {
  return { ...range, fromSec: Math.max(range.fromSec, range.toSec - lengthSec) }
}

/** SQL of ascending timestamps: every `stepSec` for the last `recentSec`, `olderStepSec` before. */
export function timestampsSql(
  range: DemoRange,
  stepSec: number,
  recentSec: number,
  olderStepSec = DAY_SEC,
): Sql {
  const { fromSec: recentFromSec } = lastPart(range, recentSec)
  const every = (step: number, fromSec: number, toSec: number) => {
    const first = Math.floor(fromSec / step) + 1
    const count = Math.max(0, Math.floor(toSec / step) - first + 1)
    return sql`SELECT toUInt32((number + ${first}) * ${step}) AS atSec FROM numbers(${count})`
  }
  return sql`SELECT DISTINCT atSec FROM (${every(olderStepSec, range.fromSec, recentFromSec)} UNION ALL ${every(stepSec, recentFromSec, range.toSec)})`
}

/** SQL of timestamps as one ascending array. */
export function timestampArraySql(timestamps: Sql): Sql {
  return sql`(SELECT arraySort(groupArray(atSec)) FROM (${timestamps}))`
}
