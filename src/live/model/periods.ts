import { DAY_SEC, HOUR_SEC } from '../../lib/clock.ts'
import type { Step } from '../../sources/model/live-source.ts'

const LENGTH_SEC: Readonly<Record<Step, number>> = { hour: HOUR_SEC, day: DAY_SEC }

/** A full hour or day: levels are those of its end, flows what happened within it. */
export interface Period {
  fromSec: number
  atSec: number
}

export function lengthOf(step: Step): number {
  return LENGTH_SEC[step]
}

/** The period that holds a moment, whether it is over or not. */
export function periodAround(step: Step, atSec: number): Period {
  const fromSec = atSec - (atSec % LENGTH_SEC[step])
  return { fromSec, atSec: fromSec + LENGTH_SEC[step] }
}

/** All periods that are whole within the range, oldest first. */
export function listPeriods(step: Step, fromSec: number, toSec: number): Period[] {
  const length = LENGTH_SEC[step]
  const periods: Period[] = []
  for (let at = Math.ceil(fromSec / length) * length; at + length <= toSec; at += length)
    periods.push({ fromSec: at, atSec: at + length })
  return periods
}
