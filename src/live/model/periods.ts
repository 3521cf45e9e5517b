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

/** The period that holds a timestamp, whether it is over or not. */
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

/** In order; a cut-short one is followed by its whole, if read: both write flows at one start. */
export function withWholePeriods(
  step: Step,
  periods: readonly Period[],
  made: readonly Period[],
): Period[] {
  const there = new Set(made.map(nameOf))
  const found = new Map(periods.map((period) => [nameOf(period), period]))
  for (const { fromSec, atSec } of periods) {
    const whole = periodAround(step, fromSec)
    const isShort = whole.fromSec === fromSec && atSec > fromSec && atSec < whole.atSec
    if (isShort && there.has(nameOf(whole))) found.set(nameOf(whole), whole)
  }
  return [...found.values()]
    .map(({ fromSec, atSec }) => ({ fromSec, atSec }))
    .sort((a, b) => a.atSec - b.atSec || b.fromSec - a.fromSec)
}

function nameOf({ fromSec, atSec }: Period): string {
  return `${fromSec} ${atSec}`
}
